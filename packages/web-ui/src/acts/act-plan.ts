import { plain } from '../find/plain.js';
import { aspectsOf } from '../store/aspects.js';
import type { Device, Point, PointKey } from '../store/points.js';
import type { PointWrite } from '../writes/consent.js';
import type { ActKind, ActWords } from './act-words.js';

/** Writes of an act, over all interfaces and CCUs. */
export interface ActPlan {
  readonly writes: readonly (PointWrite & { readonly device: Device })[];
  /** Devices that have the value already. */
  readonly already: number;
  readonly unreachable: number;
}

type Peek = (key: PointKey) => Point | undefined;

/** Words for floors, in both languages. */
const FLOORS: readonly (readonly string[])[] = [
  ['downstairs', 'unten', 'erdgeschoss', 'eg', 'ground floor'],
  ['upstairs', 'oben', 'obergeschoss', 'og', 'upper floor', '1. stock'],
  ['outside', 'draussen', 'aussen', 'garten', 'garden'],
];

/**
 * The writes that an act needs now: each light, blind or set temperature in the named rooms. Locked channels, and what needs a
 * confirmation, are no lights or blinds.
 */
export function planOf({ kind, value, where }: ActWords, devices: readonly Device[], peek: Peek): ActPlan {
  const writes: (PointWrite & { readonly device: Device })[] = [];
  let already = 0;
  let unreachable = 0;
  for (const device of devices) {
    const points = pointsFor(kind, device, peek).filter((point) => isIn(where, device, point));
    if (points.length === 0) continue;
    if (!device.summary.available) {
      unreachable += 1;
      continue;
    }
    const changing = points
      .map((point) => ({ point, value: valueFor(point, value), device }))
      .filter((write) => write.value !== write.point.summary.value);
    if (changing.length === 0) already += 1;
    writes.push(...changing);
  }
  return { writes, already, unreachable };
}

function pointsFor(kind: ActKind, device: Device, peek: Peek): readonly Point[] {
  const aspects = aspectsOf(device, peek);
  const keys = {
    lights: aspects.lights,
    blinds: aspects.covers,
    heating: aspects.heats ? setPoints(device, peek) : [],
  };
  const locked = new Set(device.channels.filter(({ summary }) => summary.locked).map(({ summary }) => summary.number));
  return keys[kind]
    .map(peek)
    .filter((point): point is Point => point?.summary.operations.write === true)
    .filter(({ channel }) => !locked.has(channel));
}

/** The set temperatures that a device is operated by. */
function setPoints(device: Device, peek: Peek): readonly PointKey[] {
  return device.channels
    .filter(({ summary }) => summary.number > 0 && summary.hidden !== true)
    .flatMap(({ points }) => points)
    .filter((key) => {
      const { usage, unit, operations } = peek(key)?.summary ?? {};
      return usage === 'ce_primary' && unit === '°C' && operations?.write === true;
    });
}

/** In the bounds of the data point; a switch is on above 0. */
function valueFor({ summary: { type, min, max } }: Point, wanted: number): boolean | number {
  if (type === 'BOOL') return wanted > 0;
  return Math.min(max ?? wanted, Math.max(min ?? wanted, wanted));
}

/** True where each word is in a room, function or name of the device or channel. */
function isIn(where: readonly string[], { summary, channels }: Device, { channel }: Point): boolean {
  if (where.length === 0) return true;
  const own = channels.find((each) => each.summary.number === channel)?.summary;
  const groups = [summary, own].flatMap((each) => [...(each?.rooms ?? []), ...(each?.functions ?? [])]);
  const text = plain([...groups, summary.name, own?.name ?? ''].join('\n'));
  const words = new Set(text.split(/[^\p{L}\d.]+/u));
  return where.every((word) => {
    const floor = FLOORS.find((names) => names.includes(word));
    return text.includes(word) || floor?.some((name) => (name.length > 2 ? text.includes(name) : words.has(name)));
  });
}
