import type { Schedule, ScheduleCorrection } from '@ccu-gateway/contract/types';
import { descriptorOf } from '../build/device.js';
import type { HouseRecords } from '../model/state.js';
import type { PlannedSchedule } from '../requests/families.js';
import type { Planned, TypedValue } from '../requests/plan.js';
import { type FieldError, type Invalid, invalid } from '../requests/result.js';
import { coerce } from '../values/coerce.js';
import { lenientNumber } from '../values/number.js';
import { paramsetWrite, targetOf } from '../write/write.js';
import { isColorCapable, planEntries, readEntries } from './actor.js';
import { type ClimateLayout, layoutOf, planDay, readProfiles, type Values, WEEKDAYS } from './climate.js';
import { refOf, type ScheduleSource } from './source.js';
import { targetsOf } from './targets.js';

/** Shows a schedule from the MASTER paramset that holds it. */
export function describeSchedule(source: ScheduleSource, values: Values): Schedule {
  const base = { channel: refOf(source), kind: source.kind };
  if (source.kind === 'simple') {
    return {
      ...base,
      domain: domainOf(source),
      simple_entries: readEntries(source.description, values),
      ...(isColorCapable(source.description) ? { color_capable: true } : {}),
    };
  }
  const layout = layoutOf(source.description);
  const active = activeProfile(source, layout, values);
  return {
    ...base,
    domain: 'climate',
    ...(active === undefined ? {} : { active_profile: `P${active}`, active_profile_index: active - 1 }),
    profiles: readProfiles(layout, values),
  };
}

const DOMAINS: readonly (readonly [RegExp, string])[] = [
  [/^SWITCH/, 'switch'],
  [/^(DIMMER|UNIVERSAL_LIGHT)/, 'light'],
  [/^(BLIND|SHUTTER|JALOUSIE)/, 'cover'],
];

function domainOf({ device, channel }: ScheduleSource): string {
  if (device.customs.some((custom) => custom.behaviour.parameter === 'LOCK_TARGET_LEVEL')) return 'lock';
  if (device.customs.some((custom) => custom.behaviour.category === 'valve')) return 'valve';
  return DOMAINS.find(([pattern]) => pattern.test(channel.description.TYPE))?.[1] ?? 'switch';
}

const POINTER = 'WEEK_PROGRAM_POINTER';

/** From 1. Newer thermostats report it as a value, older ones keep it in their configuration. */
export function activeProfile(source: ScheduleSource, layout: ClimateLayout, values: Values): number | undefined {
  const reported = lenientNumber(source.channel.points.get('ACTIVE_PROFILE')?.value);
  if (reported !== undefined) return reported;
  const described = source.description[POINTER];
  if (described !== undefined) {
    const raw = values[POINTER];
    const named = typeof raw === 'string' ? (described.VALUE_LIST?.indexOf(raw) ?? -1) : -1;
    const index = named >= 0 ? named : lenientNumber(raw);
    return index === undefined ? undefined : index + 1;
  }
  return layout.profiles.length === 1 ? 1 : undefined;
}

/** Writes that turn the schedule into the wanted one; only the differences, in one call, or nothing at all. */
export function planSchedule(
  house: HouseRecords,
  source: ScheduleSource,
  current: Values,
  wanted: unknown,
): PlannedSchedule {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    return invalid('a schedule must be an object', [{ field: 'body', reason: 'must be an object' }]);
  }
  const { kind, profiles, simple_entries: entries } = wanted as Readonly<Record<string, unknown>>;
  if (kind !== undefined && kind !== source.kind) {
    return invalid(`this schedule is of kind ${source.kind}`, [{ field: 'kind', reason: `must be ${source.kind}` }]);
  }
  if (source.kind === 'simple') {
    if (!Array.isArray(entries)) {
      return invalid('entries are missing', [{ field: 'simple_entries', reason: 'must be a list' }]);
    }
    const planned = planEntries(source.description, current, entries, new Set(targetsOf(source.device).keys()));
    return planned.errors.length > 0
      ? invalid('the schedule is not valid', planned.errors)
      : finish(house, source, planned.changes, []);
  }
  return planProfiles(house, source, current, profiles);
}

function planProfiles(house: HouseRecords, source: ScheduleSource, current: Values, wanted: unknown): PlannedSchedule {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    return invalid('profiles are missing', [{ field: 'profiles', reason: 'must be an object of profiles' }]);
  }
  const layout = layoutOf(source.description);
  const errors: FieldError[] = [];
  const corrections: ScheduleCorrection[] = [];
  const changes: Record<string, number> = {};
  for (const [name, profile] of Object.entries(wanted)) {
    const known = layout.profiles.find((each) => each.name === name);
    if (known === undefined) {
      const names = layout.profiles.map((each) => each.name).join(', ');
      errors.push({ field: `profiles.${name}`, reason: `must be one of ${names}` });
      continue;
    }
    const weekdays = (profile as { weekdays?: unknown } | null)?.weekdays;
    if (typeof weekdays !== 'object' || weekdays === null) {
      errors.push({ field: `profiles.${name}.weekdays`, reason: 'must be an object of weekdays' });
      continue;
    }
    for (const [weekday, day] of Object.entries(weekdays)) {
      if (!(WEEKDAYS as readonly string[]).includes(weekday)) {
        errors.push({ field: `profiles.${name}.weekdays.${weekday}`, reason: `must be one of ${WEEKDAYS.join(', ')}` });
        continue;
      }
      const planned = planDay(layout, { profile: name, prefix: known.prefix, weekday }, current, day);
      errors.push(...planned.errors);
      corrections.push(...planned.corrections);
      Object.assign(changes, planned.changes);
    }
  }
  if (errors.length > 0) return invalid('the schedule is not valid', errors);
  return finish(house, source, changes, corrections);
}

function finish(
  house: HouseRecords,
  source: ScheduleSource,
  changes: Readonly<Record<string, number | string>>,
  corrections: readonly ScheduleCorrection[],
): PlannedSchedule {
  if (Object.keys(changes).length === 0) return { ok: true, corrections };
  const typed = typeAll(house, source, changes);
  if (!typed.ok) return typed;
  return { ok: true, write: paramsetWrite(source.holder, 'MASTER', typed.values), corrections };
}

function typeAll(
  house: HouseRecords,
  source: ScheduleSource,
  changes: Readonly<Record<string, number | string>>,
): Invalid | { readonly ok: true; readonly values: Readonly<Record<string, TypedValue>> } {
  const errors: FieldError[] = [];
  const values: Record<string, TypedValue> = {};
  for (const [parameter, value] of Object.entries(changes)) {
    const descriptor = descriptorOf(house, source.device, parameter, source.description[parameter]);
    const coerced =
      descriptor === undefined
        ? ({ ok: false, error: { field: parameter, reason: 'is not a parameter here' } } as const)
        : coerce(parameter, descriptor, value);
    if (coerced.ok) values[parameter] = coerced.value;
    else errors.push(coerced.error);
  }
  return errors.length > 0 ? invalid('the schedule is not valid', errors) : { ok: true, values };
}

export function planActiveProfile(house: HouseRecords, source: ScheduleSource, profile: unknown): Planned {
  if (source.kind !== 'climate') {
    return { ok: false, code: 'unsupported', message: 'only thermostats have profiles' };
  }
  const layout = layoutOf(source.description);
  const index = layout.profiles.findIndex((each) => each.name === profile);
  if (index < 0) {
    const names = layout.profiles.map((each) => each.name).join(', ');
    return invalid('there is no such profile', [{ field: 'profile', reason: `must be one of ${names}` }]);
  }
  const point = source.channel.points.get('ACTIVE_PROFILE');
  if (point?.descriptor.writable) {
    return {
      ok: true,
      write: {
        kind: 'value',
        ...targetOf(source.device),
        channelAddress: source.channel.address,
        channel: source.channel.number,
        parameter: 'ACTIVE_PROFILE',
        value: { type: 'i4', value: index + 1 },
        momentary: false,
        ...(point.value === undefined ? {} : { current: point.value }),
      },
    };
  }
  if (!Object.hasOwn(source.description, POINTER)) {
    return { ok: false, code: 'unsupported', message: 'this thermostat has a single profile' };
  }
  const typed = typeAll(house, source, { [POINTER]: index });
  return typed.ok ? { ok: true, write: paramsetWrite(source.holder, 'MASTER', typed.values) } : typed;
}
