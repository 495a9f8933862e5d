import {
  aspectsOf,
  LIVING_STATES,
  type LivingState,
  livingStatesOf,
  measured,
  stillSince,
} from '../../store/aspects.js';
import type { Device, Point, PointKey } from '../../store/points.js';

type Peek = (key: PointKey) => Point | undefined;

/** States that are counted; devices that heat give the warmth instead, and sensors of motion the time without any. */
export type CountedState = Exclude<LivingState, 'heating' | 'still'>;

/** Present state of some devices: of a room, or of the whole installation. */
export interface Summary {
  /** Number of devices by state; only states with devices, in the order of `LIVING_STATES`. */
  readonly counts: readonly (readonly [CountedState, number])[];
  /** Mean of the temperatures at devices that heat, in °C. */
  readonly warmth: number | undefined;
  /** End of the last motion, in milliseconds since 1970; undefined during motion, and without sensors. */
  readonly stillSince: number | undefined;
  /** The most telling sensors of a room. */
  readonly temperature: PointKey | undefined;
  readonly humidity: PointKey | undefined;
}

/** Each device counts once. */
export function summaryOf(devices: readonly Device[], peek: Peek): Summary {
  const counts = new Map<LivingState, number>();
  const heated: number[] = [];
  const stills: number[] = [];
  let best: { readonly device: Device; readonly rank: number } | undefined;
  for (const device of devices) {
    for (const state of livingStatesOf(device, peek)) counts.set(state, (counts.get(state) ?? 0) + 1);
    const { temperature, humidity, heats, motion } = aspectsOf(device, peek);
    const still = stillSince(motion, peek);
    if (still !== undefined) stills.push(still);
    if (temperature === undefined) continue;
    const value = measured(peek(temperature));
    if (value === undefined) continue;
    if (heats) heated.push(value);
    // A wall thermostat measures the air; the sensor of a radiator is beside its heat.
    const rank = humidity === undefined ? 1 : 0;
    if (best === undefined || rank < best.rank) best = { device, rank };
  }
  const of = best && aspectsOf(best.device, peek);
  return {
    counts: LIVING_STATES.flatMap((state) => {
      const count = counts.get(state);
      return count === undefined || state === 'heating' || state === 'still' ? [] : [[state, count] as const];
    }),
    warmth: heated.length === 0 ? undefined : heated.reduce((sum, each) => sum + each, 0) / heated.length,
    stillSince: stills.length === 0 || counts.has('motion') ? undefined : Math.max(...stills),
    temperature: of?.temperature,
    humidity: of?.humidity,
  };
}
