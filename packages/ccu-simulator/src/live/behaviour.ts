import type { InterfaceName, ParamsetDescription, WireValue } from '../house/types.js';
import { expandCombined } from './combined.js';
import { isState, optionIndex, toNumber, UNUSED_DURATION } from './defaults.js';
import type { LiveDevice } from './types.js';

/** A report of a parameter: one with a state changes it, one without (a key press) is only an event. */
export interface Change {
  readonly channelAddress: string;
  readonly parameter: string;
  readonly value: WireValue;
}

/** Effects of a write on a device: changes now, and changes after a while (a light that goes off again). */
export interface Reaction {
  readonly now: readonly Change[];
  readonly later?: { readonly afterMs: number; readonly changes: readonly Change[] };
}

export interface WrittenChannel {
  readonly device: LiveDevice;
  readonly channelAddress: string;
  readonly describe: (channelAddress: string) => ParamsetDescription;
  readonly current: (parameter: string) => WireValue | undefined;
}

type Writes = Readonly<Record<string, WireValue>>;

/** How a device reacts when these VALUES of one channel are written together. */
export function react(channel: WrittenChannel, written: Writes): Reaction {
  const description = channel.describe(channel.channelAddress);
  const writes = withSlats(expandCombined(written, description, channel.current), description, channel.current);
  const effects: Record<string, WireValue> = {};
  for (const [parameter, value] of Object.entries(writes)) {
    const described = description[parameter];
    if (described === undefined) continue;
    if (described.TYPE === 'ACTION' && parameter.startsWith('PRESS')) effects[parameter] = true;
    else if (isState(described) && !leavesUnchanged(parameter, value)) effects[parameter] = settled(parameter, value);
    Object.assign(
      effects,
      sideEffects(parameter, value, { writes, describes: (name) => name in description, current: channel.current }),
    );
  }
  const now = [...spread(channel, effects), ...ghostPress(channel, effects)];
  const onTime = onTimeOf(description, writes);
  const off: Record<string, WireValue> = {};
  if (onTime !== undefined && writes.STATE === true) off.STATE = false;
  if (onTime !== undefined && (toNumber(writes.LEVEL) ?? 0) > 0) off.LEVEL = 0;
  return onTime === undefined || Object.keys(off).length === 0
    ? { now }
    : { now, later: { afterMs: onTime * 1000, changes: spread(channel, off) } };
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { S: 1, M: 60, H: 3600, '10MS': 0.01 };

/**
 * Seconds until a switched-on actor goes off again. By value and unit, a ramp with a duration of zero ends dark, and
 * "not used" means for ever with the unit of hours only.
 */
function onTimeOf(description: ParamsetDescription, writes: Writes): number | undefined {
  const single = toNumber(writes.ON_TIME) ?? 0;
  if (single > 0) return single;
  const value = toNumber(writes.DURATION_VALUE);
  if (value === undefined || (value === 0 && writes.RAMP_TIME_VALUE === undefined)) return undefined;
  const units = description.DURATION_UNIT?.VALUE_LIST ?? [];
  const unit = units[optionIndex(description.DURATION_UNIT ?? ENUM, writes.DURATION_UNIT) ?? 0] ?? 'S';
  return value === UNUSED_DURATION && unit === 'H' ? undefined : value * (UNIT_SECONDS[unit] ?? 1);
}

const ENUM = { TYPE: 'ENUM', OPERATIONS: 2 } as const;

/**
 * Slats of HmIP turn only together with a level, and a level that comes without them turns them all the way in which the
 * blind runs.
 */
function withSlats(
  writes: Writes,
  description: ParamsetDescription,
  current: (parameter: string) => WireValue | undefined,
): Writes {
  if (!('LEVEL' in description && 'LEVEL_2' in description)) return writes;
  const { LEVEL_2, ...rest } = writes;
  const level = toNumber(writes.LEVEL);
  if (level === undefined) return rest;
  if (LEVEL_2 !== undefined || leavesUnchanged('LEVEL', level)) return writes;
  const before = toNumber(current('LEVEL')) ?? 0;
  return level === before ? writes : { ...writes, LEVEL_2: level > before ? 1 : 0 };
}

/** Levels above 1 and a hue of 361 mean an unchanged value. */
function leavesUnchanged(parameter: string, value: WireValue): boolean {
  if (/^(LEVEL|SATURATION)/.test(parameter)) return typeof value === 'number' && value > 1.005;
  return parameter === 'HUE' && value === 361;
}

/** A level of 1.005 means the last one; the simulated lamp remembers full brightness. */
function settled(parameter: string, value: WireValue): WireValue {
  return parameter.startsWith('LEVEL') && value === 1.005 ? 1 : value;
}

/** An absence with equal start and end ends one early: the thermostat continues with its week. */
const isOver = ({ PARTY_TIME_START: start, PARTY_TIME_END: end }: Writes): boolean =>
  end !== undefined && start === end;

interface Surroundings {
  readonly writes: Writes;
  readonly describes: (parameter: string) => boolean;
  readonly current: (parameter: string) => WireValue | undefined;
}

/** Commands that show in another parameter. */
function sideEffects(parameter: string, value: WireValue, around: Surroundings): Writes {
  const { describes } = around;
  switch (parameter) {
    case 'CONTROL_MODE':
      return describes('SET_POINT_MODE') ? { SET_POINT_MODE: value === 2 && isOver(around.writes) ? 0 : value } : {};
    case 'AUTO_MODE':
      return { CONTROL_MODE: 0 };
    case 'MANU_MODE':
      return { CONTROL_MODE: 1, SET_TEMPERATURE: value };
    case 'BOOST_MODE':
      return describes('BOOST_TIME') ? { BOOST_TIME: value === true ? 300 : 0 } : { CONTROL_MODE: 3, BOOST_STATE: 5 };
    case 'COMFORT_MODE':
      return { SET_TEMPERATURE: 21 };
    case 'LOWERING_MODE':
      return { SET_TEMPERATURE: 17 };
    case 'PARTY_MODE_SUBMIT':
      return { CONTROL_MODE: 2 };
    case 'LOCK_TARGET_LEVEL':
      return { LOCK_STATE: value === 0 ? 1 : 2 };
    case 'OPEN':
      return { STATE: true };
    case 'DOOR_COMMAND':
      return doorState(value);
    case 'STOP':
      return describes('ACTIVITY_STATE') ? { ACTIVITY_STATE: 3 } : {};
    case 'SMOKE_DETECTOR_COMMAND':
      return smokeStatus(value);
    case 'ACOUSTIC_ALARM_SELECTION':
      return { ACOUSTIC_ALARM_ACTIVE: value !== 0 };
    case 'OPTICAL_ALARM_SELECTION':
      return { OPTICAL_ALARM_ACTIVE: value !== 0 };
    case 'RESET_MOTION':
      return { MOTION: false };
    case 'ACCESS_AUTHORIZATION':
      return { STATE: value === 1 };
    case 'WEEK_PROGRAM_TARGET_CHANNEL_LOCK':
      return weekLocks(around);
    default:
      return {};
  }
}

function doorState(command: WireValue): Writes {
  const state: Readonly<Record<number, number>> = { 1: 1, 3: 0, 4: 2 };
  const next = typeof command === 'number' ? state[command] : undefined;
  return next === undefined ? {} : { DOOR_STATE: next };
}

function smokeStatus(command: WireValue): Writes {
  if (command === 2) return { SMOKE_DETECTOR_ALARM_STATUS: 2 };
  if (command === 0 || command === 1) return { SMOKE_DETECTOR_ALARM_STATUS: 0 };
  return command === 3 ? { SMOKE_DETECTOR_TEST_RESULT: 1 } : {};
}

/** The lock command applies to the channels of the mask: manual locks them, automatic unlocks them. */
function weekLocks({ writes, current }: Surroundings): Writes {
  const mask = toNumber(writes.WEEK_PROGRAM_TARGET_CHANNEL_LOCKS) ?? 0xffffff;
  const locked = toNumber(current('WEEK_PROGRAM_CHANNEL_LOCKS')) ?? 0;
  const manual = (toNumber(writes.WEEK_PROGRAM_TARGET_CHANNEL_LOCK) ?? 0) === 0;
  return { WEEK_PROGRAM_CHANNEL_LOCKS: manual ? locked | mask : locked & ~mask };
}

/** Types that report a press of their key when a command switches them. */
const GHOSTS: ReadonlySet<string> = new Set(['HMIP-PS']);

function ghostPress({ device, describe }: WrittenChannel, effects: Writes): readonly Change[] {
  if (!GHOSTS.has(device.description.TYPE.toUpperCase()) || !('STATE' in effects)) return [];
  const key = device.channels.find(({ description }) => 'PRESS_SHORT' in describe(description.ADDRESS));
  if (key === undefined) return [];
  return [{ channelAddress: key.description.ADDRESS, parameter: 'PRESS_SHORT', value: true }];
}

/** An HmIP actor shows a write to one of its receivers in its transmitter and in all its receivers. */
function spread(channel: WrittenChannel, effects: Writes): readonly Change[] {
  const changes: Change[] = [];
  for (const channelAddress of [channel.channelAddress, ...partners(channel)]) {
    const description = channel.describe(channelAddress);
    for (const [parameter, value] of Object.entries(effects)) {
      const described = description[parameter];
      const speaks =
        described !== undefined &&
        (isState(described) || (described.TYPE === 'ACTION' && channelAddress === channel.channelAddress));
      if (!speaks) continue;
      const fitting = described.TYPE === 'ENUM' ? (optionIndex(described, value) ?? 0) : value;
      changes.push({ channelAddress, parameter, value: fitting });
    }
  }
  return changes;
}

function partners({ device, channelAddress }: WrittenChannel): readonly string[] {
  const index = device.channels.findIndex(({ description }) => description.ADDRESS === channelAddress);
  const type = device.channels[index]?.description.TYPE ?? '';
  if (!type.endsWith('_VIRTUAL_RECEIVER')) return [];
  const typeAt = (at: number) => device.channels[at]?.description.TYPE;
  let first = index;
  while (typeAt(first - 1) === type) first -= 1;
  let last = index;
  while (typeAt(last + 1) === type) last += 1;
  const transmitter = typeAt(first - 1) === type.replace('VIRTUAL_RECEIVER', 'TRANSMITTER') ? first - 1 : first;
  return device.channels
    .slice(transmitter, last + 1)
    .map(({ description }) => description.ADDRESS)
    .filter((address) => address !== channelAddress);
}

const TIMES: ReadonlySet<string> = new Set(['ON_TIME', 'RAMP_TIME']);
const KEEPING: ReadonlySet<InterfaceName> = new Set(['BidCos-RF', 'BidCos-Wired', 'CUxD']);

/**
 * BidCos actors keep a received time until the next command, which uses it up. Returns the effective values of a write;
 * HmIP actors use only the times of the same call.
 */
export function createArmedTimes(): (interfaceName: InterfaceName, channelAddress: string, values: Writes) => Writes {
  const armed = new Map<string, Writes>();
  return (interfaceName, channelAddress, values) => {
    if (!KEEPING.has(interfaceName)) return values;
    const all = { ...armed.get(channelAddress), ...values };
    if ('LEVEL' in values || 'STATE' in values) {
      armed.delete(channelAddress);
      return all;
    }
    armed.set(channelAddress, Object.fromEntries(Object.entries(all).filter(([parameter]) => TIMES.has(parameter))));
    return values;
  };
}
