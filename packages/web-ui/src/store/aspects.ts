import type { Channel, Device, Point, PointKey } from './points.js';

/** Data points of a device by their meaning for the residents. */
export interface Aspects {
  /** Contacts and handles of windows and doors, and positions of gates. */
  readonly openings: readonly PointKey[];
  readonly lights: readonly PointKey[];
  readonly covers: readonly PointKey[];
  readonly locks: readonly PointKey[];
  readonly motion: readonly PointKey[];
  readonly temperature: PointKey | undefined;
  readonly humidity: PointKey | undefined;
  /** It controls a temperature. */
  readonly heats: boolean;
}

/** States of devices that Home counts and that filter the list of devices. */
export const LIVING_STATES = [
  'window_open',
  'unlocked',
  'light_on',
  'blind_down',
  'motion',
  'still',
  'heating',
] as const;
export type LivingState = (typeof LIVING_STATES)[number];

type Peek = (key: PointKey) => Point | undefined;

/** Words for lights in names of devices, channels and functions. A CCU does not report the load of a switch. */
const LIGHT = /licht|lamp|leucht|light/i;
const NONE: Aspects = {
  openings: [],
  lights: [],
  covers: [],
  locks: [],
  motion: [],
  temperature: undefined,
  humidity: undefined,
  heats: false,
};

const known = new WeakMap<Device['channels'], { readonly summary: Device['summary']; readonly aspects: Aspects }>();

/** Aspects of a device. Computed once, and again after its descriptions, names or functions have changed. */
export function aspectsOf(device: Device, peek: Peek): Aspects {
  const before = known.get(device.channels);
  if (before?.summary === device.summary) return before.aspects;
  const aspects = findAspects(device, peek);
  known.set(device.channels, { summary: device.summary, aspects });
  return aspects;
}

/** States of a device now, each at most once. Values that were never observed are in no state. */
export function livingStatesOf(device: Device, peek: Peek): readonly LivingState[] {
  const { openings, lights, covers, locks, motion, heats } = aspectsOf(device, peek);
  const some = (keys: readonly PointKey[], is: (point: Point) => boolean) =>
    keys.some((key) => {
      const point = peek(key);
      return point !== undefined && is(point);
    });
  const states: LivingState[] = [];
  if (some(openings, isOpen)) states.push('window_open');
  if (some(locks, isUnlocked)) states.push('unlocked');
  if (some(lights, isLit)) states.push('light_on');
  if (some(covers, isDown)) states.push('blind_down');
  if (some(motion, ({ summary }) => summary.value === true)) states.push('motion');
  if (motion.length > 0 && stillSince(motion, peek) !== undefined) states.push('still');
  if (heats) states.push('heating');
  return states;
}

/** Time of the last motion of sensors that report none, in milliseconds since 1970; undefined without such sensors. */
export function stillSince(motion: readonly PointKey[], peek: Peek): number | undefined {
  let last: number | undefined;
  for (const key of motion) {
    const { value, modified_at: at, observed } = peek(key)?.summary ?? {};
    if (value === true) return undefined;
    if (value !== false || observed !== true || at === undefined) continue;
    const ended = Date.parse(at);
    if (Number.isFinite(ended)) last = Math.max(last ?? 0, ended);
  }
  return last;
}

/** States that a device is in because it is not in the other one. */
export function opposites(
  { openings, locks, lights, covers }: Aspects,
  living: readonly LivingState[],
): readonly ('window_closed' | 'locked' | 'light_off' | 'blind_up')[] {
  const rests = (keys: readonly PointKey[], state: LivingState) => keys.length > 0 && !living.includes(state);
  return [
    ...(rests(openings, 'window_open') ? (['window_closed'] as const) : []),
    ...(rests(locks, 'unlocked') ? (['locked'] as const) : []),
    ...(rests(lights, 'light_on') ? (['light_off'] as const) : []),
    ...(rests(covers, 'blind_down') ? (['blind_up'] as const) : []),
  ];
}

/** A measured number of a data point; undefined without one. */
export function measured(point: Point | undefined): number | undefined {
  const value = point?.summary.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function isOpen({ summary: { value, value_list: list } }: Point): boolean {
  if (list === undefined) return value === true;
  return typeof value === 'number' && /^(OPEN|TILTED|VENTILATION_POSITION)$/.test(list[value] ?? '');
}

function isUnlocked({ summary: { value, value_list: list } }: Point): boolean {
  if (list === undefined) return value === true;
  return typeof value === 'number' && list[value] === 'UNLOCKED';
}

const isLit = ({ summary: { value } }: Point): boolean => value === true || (typeof value === 'number' && value > 0);
const isDown = ({ summary: { value } }: Point): boolean => value === 0;

function findAspects(device: Device, peek: Peek): Aspects {
  // A group or team repeats the values of its members.
  if (device.summary.members !== undefined) return NONE;
  const found = {
    openings: [] as PointKey[],
    lights: [] as PointKey[],
    covers: [] as PointKey[],
    locks: [] as PointKey[],
    motion: [] as PointKey[],
    temperature: undefined as PointKey | undefined,
    humidity: undefined as PointKey | undefined,
    heats: false,
  };
  for (const channel of device.channels) {
    if (channel.summary.number === 0 || channel.summary.hidden === true) continue;
    for (const key of channel.points) {
      const point = peek(key);
      const { usage } = point?.summary ?? {};
      if (point === undefined || (usage !== 'ce_primary' && usage !== 'data_point')) continue;
      if (!point.summary.operations.write) {
        const role = sensed(point, channel);
        if (role === 'temperature' || role === 'humidity') found[role] ??= key;
        else if (role !== undefined) found[role].push(key);
      } else if (usage === 'ce_primary') {
        const role = controlled(point, channel, device);
        if (role === 'heats') found.heats = true;
        else if (role !== undefined) found[role].push(key);
      }
    }
  }
  return found;
}

/** Meaning of a reading. */
function sensed(
  { summary: { parameter, ui_hint, control = '', unit, type, value_list: list } }: Point,
  { summary: channel }: Channel,
): 'openings' | 'locks' | 'motion' | 'temperature' | 'humidity' | undefined {
  switch (ui_hint?.semantic) {
    case 'temperature':
      return unit === '°C' && /^(ACTUAL_)?TEMPERATURE$/.test(parameter) ? 'temperature' : undefined;
    case 'humidity':
      return unit === '%' && /^(ACTUAL_)?HUMIDITY$/.test(parameter) ? 'humidity' : undefined;
    case 'motion':
    case 'presence':
      return type === 'BOOL' && /^(MOTION|PRESENCE_DETECTION_STATE)$/.test(parameter) ? 'motion' : undefined;
    case 'lock':
      return list?.includes('UNLOCKED') ? 'locks' : undefined;
    case 'window':
    case 'door':
      return type === 'BOOL' || list?.includes('CLOSED') ? 'openings' : undefined;
  }
  if (parameter !== 'STATE') return undefined;
  const isContact = /^(DOOR_SENSOR|RHS)\./.test(control) || /^(SHUTTER_CONTACT|ROTARY_HANDLE)/.test(channel.type ?? '');
  return isContact ? 'openings' : undefined;
}

/** Meaning of the data point that a channel is operated by. */
function controlled(
  { summary: { parameter, unit, type, confirm } }: Point,
  { summary: channel }: Channel,
  { summary: device }: Device,
): 'lights' | 'covers' | 'locks' | 'heats' | undefined {
  const kind = channel.type ?? '';
  if (unit === '°C') return 'heats';
  if (parameter === 'LEVEL') {
    if (/^(BLIND|SHUTTER|JALOUSIE)/.test(kind)) return 'covers';
    return /DIMMER|LIGHT|RGBW/.test(kind) ? 'lights' : undefined;
  }
  if (type !== 'BOOL') return undefined;
  if (confirm !== undefined) return confirm.reason === 'unlock' ? 'locks' : undefined;
  const words = [device.name, channel.name ?? '', ...(device.functions ?? []), ...(channel.functions ?? [])];
  return /SWITCH/.test(kind) && words.some((each) => LIGHT.test(each)) ? 'lights' : undefined;
}
