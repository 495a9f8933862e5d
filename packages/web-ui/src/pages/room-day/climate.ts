import { type CurveSet, curvesOf, type Series, type ValueHistory } from '../../history/series.js';
import { dewPoint, MOULD_FROM, wallHumidity } from './mould.js';
import type { RoomPoints } from './room-points.js';

/** Roles of the curves of a room. */
export type Role = 'temperature' | 'target' | 'outside' | 'humidity' | 'valve' | 'opening';

export interface Climate extends CurveSet {
  /** Relative humidity at the coldest wall, on the times of the curves. */
  readonly wall: readonly (number | null)[];
  /** Milliseconds with a mould risk. */
  readonly mouldMs: number;
  /** Of the newest air, in °C. */
  readonly dew: number | undefined;
}

/** Role of a series in the picture; undefined for one that the room does not have. */
export function roleOf(
  { device_address: address, channel, parameter }: Pick<Series, 'device_address' | 'channel' | 'parameter'>,
  points: RoomPoints,
  outside: string | undefined,
): Role | undefined {
  const place = `${address}:${channel}:${parameter}`;
  if (place === points.temperature) return 'temperature';
  if (place === points.humidity) return 'humidity';
  if (place === points.target) return 'target';
  if (place === outside) return 'outside';
  if (points.valves.includes(place)) return 'valve';
  return points.openings.includes(place) ? 'opening' : undefined;
}

/** Curves of numbers, with the humidity at the coldest wall; `assumed` is the outdoor temperature without a sensor. */
export function climateOf(
  history: ValueHistory,
  {
    role,
    label,
    assumed,
  }: {
    readonly role: (series: Series) => Role | undefined;
    readonly label: (series: Series) => string;
    readonly assumed: number;
  },
): Climate {
  const numbers = history.series.filter((each) => {
    const is = role(each);
    return is !== undefined && is !== 'opening' && (each.at.length > 0 || each.before !== undefined);
  });
  const { times, curves } = curvesOf({ ...history, series: numbers }, label);
  const valuesOf = (wanted: Role) => curves[numbers.findIndex((each) => role(each) === wanted)]?.values;
  const [inside, humidity, outside] = [valuesOf('temperature'), valuesOf('humidity'), valuesOf('outside')];
  const wall = times.map((_, index) => {
    const [warm, damp] = [inside?.[index], humidity?.[index]];
    const cold = outside === undefined ? assumed : outside[index];
    if (warm == null || damp == null || cold == null) return null;
    return Math.round(wallHumidity(warm, damp, cold) * 10) / 10;
  });
  const mouldMs = wall.reduce<number>((sum, value, index) => {
    const end = times[index + 1];
    return value !== null && value >= MOULD_FROM && end !== undefined ? sum + (end - times[index]!) * 1_000 : sum;
  }, 0);
  const last = lastKnown(inside, humidity);
  return { times, curves, wall, mouldMs, dew: last && Math.round(dewPoint(...last) * 10) / 10 };
}

function lastKnown(
  inside: readonly (number | null)[] = [],
  humidity: readonly (number | null)[] = [],
): readonly [number, number] | undefined {
  for (let index = inside.length - 1; index >= 0; index -= 1) {
    const [warm, damp] = [inside[index], humidity[index]];
    if (warm != null && damp != null) return [warm, damp];
  }
  return undefined;
}
