import { aspectsOf, LIVING_STATES, type LivingState, livingStatesOf, measured } from '../../store/aspects.js';
import type { Device, Point, PointKey } from '../../store/points.js';

type Peek = (key: PointKey) => Point | undefined;

/** States that are counted; devices that heat give the warmth instead. */
export type CountedState = Exclude<LivingState, 'heating'>;

/** Present state of some devices: of a room, or of the whole installation. */
export interface Summary {
  /** Number of devices by state; only states with devices, in the order of `LIVING_STATES`. */
  readonly counts: readonly (readonly [CountedState, number])[];
  /** Mean of the temperatures at devices that heat, in °C. */
  readonly warmth: number | undefined;
  /** The most telling sensors of a room. */
  readonly temperature: PointKey | undefined;
  readonly humidity: PointKey | undefined;
}

/** Each device counts once. */
export function summaryOf(devices: readonly Device[], peek: Peek): Summary {
  const counts = new Map<LivingState, number>();
  const heated: number[] = [];
  let best: { readonly device: Device; readonly rank: number } | undefined;
  for (const device of devices) {
    for (const state of livingStatesOf(device, peek)) counts.set(state, (counts.get(state) ?? 0) + 1);
    const { temperature, humidity, heats } = aspectsOf(device, peek);
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
      return count === undefined || state === 'heating' ? [] : [[state, count] as const];
    }),
    warmth: heated.length === 0 ? undefined : heated.reduce((sum, each) => sum + each, 0) / heated.length,
    temperature: of?.temperature,
    humidity: of?.humidity,
  };
}
