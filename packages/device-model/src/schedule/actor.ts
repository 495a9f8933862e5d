import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import type { SimpleScheduleEntry } from '@ccu-gateway/contract/types';
import type { FieldError } from '../requests/result.js';
import { lenientNumber } from '../values/number.js';
import type { Values } from './climate.js';
import { formatTime, readTime } from './clock-time.js';
import { formatDuration, parseDuration } from './duration.js';

/** Bits of `WEEKDAY`. */
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;

const CONDITIONS = [
  'fixed',
  'astro',
  'fixed_if_before_astro',
  'astro_if_before_fixed',
  'fixed_if_after_astro',
  'astro_if_after_fixed',
  'earliest',
  'latest',
] as const;

const ASTRO_TYPES = ['sunrise', 'sunset'] as const;

const RECEIVERS_PER_ACTOR = 3;

const slotCount = (description: ParamsetDescription): number => {
  let slots = 0;
  while (Object.hasOwn(description, `${two(slots + 1)}_WP_WEEKDAY`)) slots += 1;
  return slots;
};

const two = (slot: number): string => String(slot).padStart(2, '0');

/** Keys `<actor>_<receiver>`, both from 1, of the bits that are set. Masks of 48 bits arrive as text. */
export function keysOfMask(raw: unknown): readonly string[] {
  let mask =
    typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? BigInt(raw) : BigInt(Math.max(0, lenientNumber(raw) ?? 0));
  const keys: string[] = [];
  for (let bit = 0; mask > 0n; bit += 1, mask >>= 1n) {
    if ((mask & 1n) === 1n)
      keys.push(`${Math.floor(bit / RECEIVERS_PER_ACTOR) + 1}_${(bit % RECEIVERS_PER_ACTOR) + 1}`);
  }
  return keys;
}

const KEY = /^([1-9]|1[0-6])_([1-3])$/;

/** `undefined` when a key is none. */
export function maskOfKeys(keys: readonly unknown[]): bigint | undefined {
  let mask = 0n;
  for (const key of keys) {
    const match = typeof key === 'string' ? KEY.exec(key) : null;
    if (match === null) return undefined;
    mask |= 1n << BigInt((Number(match[1]) - 1) * RECEIVERS_PER_ACTOR + Number(match[2]) - 1);
  }
  return mask;
}

/** Reads one slot; empty ones too, because writes contain the difference to them. */
function readSlot(description: ParamsetDescription, values: Values, slot: number): SimpleScheduleEntry {
  const name = (field: string): string => `${two(slot)}_WP_${field}`;
  const has = (field: string): boolean => Object.hasOwn(description, name(field));
  const number = (field: string): number => {
    const raw = values[name(field)];
    const options = description[name(field)]?.VALUE_LIST;
    const named = typeof raw === 'string' && Array.isArray(options) ? options.indexOf(raw) : -1;
    return named >= 0 ? named : (lenientNumber(raw) ?? 0);
  };
  const weekdays = number('WEEKDAY');
  return {
    slot_no: slot,
    weekdays: DAYS.filter((_, bit) => (weekdays & (1 << bit)) !== 0),
    time: formatTime(number('FIXED_HOUR') * 60 + number('FIXED_MINUTE')),
    level: number('LEVEL'),
    target_channels: keysOfMask(values[name('TARGET_CHANNELS')]),
    ...(has('CONDITION') ? { condition: CONDITIONS[number('CONDITION')] ?? 'fixed' } : {}),
    ...(has('ASTRO_TYPE') ? { astro_type: ASTRO_TYPES[number('ASTRO_TYPE')] ?? 'sunrise' } : {}),
    ...(has('ASTRO_OFFSET') ? { astro_offset_minutes: number('ASTRO_OFFSET') } : {}),
    ...(has('LEVEL_2') ? { level_2: number('LEVEL_2') } : {}),
    ...(has('DURATION_BASE')
      ? { duration: formatDuration({ base: number('DURATION_BASE'), factor: number('DURATION_FACTOR') }) }
      : {}),
    ...(has('RAMP_TIME_BASE')
      ? { ramp_time: formatDuration({ base: number('RAMP_TIME_BASE'), factor: number('RAMP_TIME_FACTOR') }) }
      : {}),
    ...(has(`${COLOR}_TYPE`) ? { color_type: number(`${COLOR}_TYPE`), color_value: number(`${COLOR}_VALUE`) } : {}),
    ...(has('OUTPUT_BEHAVIOUR') ? { output_behaviour: number('OUTPUT_BEHAVIOUR') } : {}),
  };
}

const COLOR = 'HUE_SATURATION_COLOR_TEMPERATURE_EFFECT';

export const isColorCapable = (description: ParamsetDescription): boolean =>
  Object.hasOwn(description, `01_WP_${COLOR}_TYPE`) || Object.hasOwn(description, '01_WP_OUTPUT_BEHAVIOUR');

const isEmpty = (entry: SimpleScheduleEntry): boolean =>
  entry.weekdays.length === 0 && (entry.target_channels ?? []).length === 0;

export function readEntries(description: ParamsetDescription, values: Values): readonly SimpleScheduleEntry[] {
  return Array.from({ length: slotCount(description) }, (_, index) => readSlot(description, values, index + 1)).filter(
    (entry) => !isEmpty(entry),
  );
}

export interface PlannedEntries {
  readonly changes: Readonly<Record<string, number | string>>;
  readonly errors: readonly FieldError[];
}

/** Writes that turn the entries into the wanted ones. Unwanted slots are emptied. */
export function planEntries(
  description: ParamsetDescription,
  current: Values,
  wanted: readonly unknown[],
  /** Keys of the channels the device can act on; none where that is not known. */
  targets: ReadonlySet<string>,
): PlannedEntries {
  const slots = slotCount(description);
  const changes: Record<string, number | string> = {};
  const errors: FieldError[] = [];
  const used = new Set<number>();
  wanted.slice(0, slots + 1).forEach((entry, index) => {
    const field = `simple_entries[${index}]`;
    const slot = (typeof entry === 'object' && entry !== null ? entry : {}) as Readonly<Record<string, unknown>>;
    const number = slot.slot_no;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > slots) {
      errors.push({ field: `${field}.slot_no`, reason: `must be between 1 and ${slots}`, min: 1, max: slots });
      return;
    }
    if (used.has(number)) {
      errors.push({ field: `${field}.slot_no`, reason: 'is used twice' });
      return;
    }
    used.add(number);
    const planned = planSlot(description, current, number, slot, field);
    errors.push(...planned.errors, ...strangers(description, current, number, slot, field, targets));
    Object.assign(changes, planned.changes);
  });
  if (wanted.length > slots) errors.push({ field: 'simple_entries', reason: `must have at most ${slots} entries` });
  for (let slot = 1; slot <= slots; slot += 1) {
    if (used.has(slot) || isEmpty(readSlot(description, current, slot))) continue;
    changes[`${two(slot)}_WP_WEEKDAY`] = 0;
    changes[`${two(slot)}_WP_TARGET_CHANNELS`] = maskValue(description, slot, 0n);
  }
  return errors.length > 0 ? { changes: {}, errors } : { changes: different(current, changes), errors };
}

/** Channels that the device does not have. Stored ones may stay, with any meaning. */
function strangers(
  description: ParamsetDescription,
  current: Values,
  slot: number,
  { target_channels: wanted }: Readonly<Record<string, unknown>>,
  field: string,
  targets: ReadonlySet<string>,
): readonly FieldError[] {
  if (!Array.isArray(wanted) || targets.size === 0) return [];
  const stored = readSlot(description, current, slot).target_channels ?? [];
  const unknown = wanted.filter((key) => KEY.test(key) && !targets.has(key) && !stored.includes(key));
  if (unknown.length === 0) return [];
  const reason = `must be of ${[...targets].join(', ')}`;
  return [{ field: `${field}.target_channels`, reason }];
}

/** Drops values that are already present, in any type in which they were read. */
function different(
  current: Values,
  changes: Readonly<Record<string, number | string>>,
): Readonly<Record<string, number | string>> {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) =>
        String(current[name]) !== String(value) && lenientNumber(current[name]) !== lenientNumber(value),
    ),
  );
}

/** Wide masks do not fit an integer and travel as text. */
const maskValue = (description: ParamsetDescription, slot: number, mask: bigint): number | string =>
  description[`${two(slot)}_WP_TARGET_CHANNELS`]?.TYPE === 'STRING' ? String(mask) : Number(mask);

type Member = Exclude<keyof SimpleScheduleEntry, 'slot_no'>;

type Encoded =
  | { readonly ok: true; readonly fields: Readonly<Record<string, number | string>> }
  | { readonly ok: false; readonly reason: string };

const fields = (values: Readonly<Record<string, number | string>>): Encoded => ({ ok: true, fields: values });
const wrong = (reason: string): Encoded => ({ ok: false, reason });

/** Encoding of each member. A member is refused if the device lacks its parameters. */
const ENCODERS: Readonly<Record<Member, ((value: unknown) => Encoded) | undefined>> = {
  weekdays(value) {
    if (!Array.isArray(value)) return wrong('must be a list of weekdays');
    let mask = 0;
    for (const day of value) {
      const bit = DAYS.indexOf(day);
      if (bit < 0) return wrong(`must be of ${DAYS.join(', ')}`);
      mask |= 1 << bit;
    }
    return fields({ WEEKDAY: mask });
  },
  time(value) {
    const read = readTime(value, 1);
    if (read === undefined || read.corrected !== undefined || read.minutes >= 1440)
      return wrong('must be a time like 06:30');
    return fields({ FIXED_HOUR: Math.floor(read.minutes / 60), FIXED_MINUTE: read.minutes % 60 });
  },
  level: (value) => share('LEVEL', value),
  level_2: (value) => share('LEVEL_2', value),
  condition: (value) => option('CONDITION', CONDITIONS, value === 'fixed_time' ? 'fixed' : value),
  astro_type: (value) => option('ASTRO_TYPE', ASTRO_TYPES, value),
  astro_offset_minutes: (value) => whole('ASTRO_OFFSET', value, -128, 127),
  target_channels(value) {
    const mask = Array.isArray(value) ? maskOfKeys(value) : undefined;
    return mask === undefined ? wrong('must be a list of keys like 1_1') : fields({ TARGET_CHANNELS: String(mask) });
  },
  duration: (value) => duration('DURATION', value),
  ramp_time: (value) => duration('RAMP_TIME', value),
  color_type: (value) => whole(`${COLOR}_TYPE`, value, 0, 2),
  color_value: (value) => whole(`${COLOR}_VALUE`, value, 0, 1_048_575),
  output_behaviour: (value) => whole('OUTPUT_BEHAVIOUR', value, 0, 255),
  lock_mode: undefined,
  lock_action: undefined,
  permission: undefined,
};

function share(name: string, value: unknown): Encoded {
  return typeof value === 'number' && value >= 0 && value <= 1.01
    ? fields({ [name]: value })
    : wrong('must be between 0 and 1');
}

function option(name: string, options: readonly string[], value: unknown): Encoded {
  const index = options.indexOf(value as string);
  return index < 0 ? wrong(`must be one of ${options.join(', ')}`) : fields({ [name]: index });
}

function whole(name: string, value: unknown, min: number, max: number): Encoded {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? fields({ [name]: value })
    : wrong(`must be a whole number between ${min} and ${max}`);
}

function duration(name: string, value: unknown): Encoded {
  const parsed = parseDuration(value);
  return parsed.ok
    ? fields({ [`${name}_BASE`]: parsed.value.base, [`${name}_FACTOR`]: parsed.value.factor })
    : wrong(parsed.reason);
}

const REQUIRED: readonly Member[] = ['weekdays', 'time', 'level'];
/** Written into a slot that was empty, so that nothing left over from an older entry takes effect. */
const FRESH: Readonly<Partial<Record<Member, unknown>>> = {
  condition: 'fixed',
  astro_type: 'sunrise',
  astro_offset_minutes: 0,
  duration: 'permanent',
  ramp_time: '0s',
};

function planSlot(
  description: ParamsetDescription,
  current: Values,
  slot: number,
  wanted: Readonly<Record<string, unknown>>,
  field: string,
): PlannedEntries {
  const now = readSlot(description, current, slot);
  const errors: FieldError[] = [];
  const changes: Record<string, number | string> = {};
  const merged = isEmpty(now) ? { ...known(now, FRESH), ...wanted } : wanted;
  for (const member of REQUIRED) {
    if (wanted[member] === undefined) errors.push({ field: `${field}.${member}`, reason: 'is required' });
  }
  for (const [member, value] of Object.entries(merged)) {
    if (member === 'slot_no' || value === undefined || value === null) continue;
    // An empty text means: leave it as it is.
    if (value === '' || same(now[member as Member], value)) continue;
    const encoder = Object.hasOwn(ENCODERS, member) ? ENCODERS[member as Member] : undefined;
    const encoded = encoder?.(value);
    if (encoded === undefined || (encoded.ok && !exists(description, slot, encoded.fields))) {
      errors.push({ field: `${field}.${member}`, reason: 'is not something this device has' });
    } else if (!encoded.ok) {
      errors.push({ field: `${field}.${member}`, reason: encoded.reason });
    } else {
      for (const [name, raw] of Object.entries(encoded.fields)) {
        const parameter = `${two(slot)}_WP_${name}`;
        changes[parameter] = name === 'TARGET_CHANNELS' ? maskValue(description, slot, BigInt(raw)) : raw;
      }
    }
  }
  return { changes, errors };
}

/** The fresh values that the device has a parameter for. */
const known = (now: SimpleScheduleEntry, fresh: typeof FRESH): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fresh).filter(([member]) => now[member as Member] !== undefined));

const exists = (description: ParamsetDescription, slot: number, names: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(names).every((name) => Object.hasOwn(description, `${two(slot)}_WP_${name}`));

const same = (now: unknown, wanted: unknown): boolean =>
  Array.isArray(now) && Array.isArray(wanted)
    ? JSON.stringify([...now].sort()) === JSON.stringify([...wanted].sort())
    : now === wanted;
