import { countingOf } from '../../history/rolled/counter.js';
import { rollUp } from '../../history/rolled/roll-up.js';
import type { HistoryView } from '../../ports/history.js';
import type { House } from '../../ports/house.js';
import type { Carry, Period, RollUp } from '../../ports/roll-ups.js';
import { knownScope } from '../../use-case/choose.js';
import { invalid } from '../../use-case/errors.js';
import { localDay } from '../../use-case/local-day.js';
import { found } from '../../use-case/refusal.js';
import { addUp } from '../../use-case/sums.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { type HistoryReading, rangeOf, type Stored, storedSeries } from './history.js';
import { planTiers } from './history-tiers.js';

/** Length of the parts of an answer; days, months and years are local ones. */
export type EnergyGroup = 'hour' | 'day' | 'month' | 'year';

/** Request for the energy of devices. Times are milliseconds since the Unix epoch. */
export interface EnergyRequest {
  /** Needed only where there are several CCUs. */
  readonly central?: string | undefined;
  /** Inclusive. Default: a day before `to`. */
  readonly from?: number | undefined;
  /** Exclusive. Default: now. */
  readonly to?: number | undefined;
  /** Default `day`. */
  readonly group?: EnergyGroup | undefined;
  /** Address of one device. */
  readonly device?: string | undefined;
}

/** Energy and power in a part of the range. */
export interface EnergyBucket {
  /** Begin of the hour, day, month or year. */
  readonly ts: string;
  readonly consumed_wh: number;
  readonly feed_in_wh: number;
  /** By time. */
  readonly avg_power_w: number;
  readonly peak_power_w: number;
  /** A counter began anew. */
  readonly reset: boolean;
  /** The counter was not known all the time: its rise meanwhile is in the part in which it was known again. */
  readonly gap: boolean;
}

interface Sums {
  consumed: number;
  feedIn: number;
  /** Of each series of power. */
  readonly power: Map<string, { mean: number; covered: number }>;
  peak: number;
  resets: number;
  covered: number;
}

type Kind = 'consumed' | 'feedIn' | 'power';

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['ENERGY_COUNTER', 'consumed'],
  ['ENERGY_COUNTER_FEED_IN', 'feedIn'],
  ['POWER', 'power'],
]);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LENGTHS = { hour: HOUR_MS, day: DAY_MS, month: 28 * DAY_MS, year: 365 * DAY_MS };
/** About ten megabytes of JSON. */
const MAX_BUCKETS = 50_000;
/** Keyframes and restarts leave small gaps. */
const COVERED_ENOUGH = 0.98;

/**
 * Energy of devices with a meter, in hours, days, months or years; of one device or all of a CCU, with the sums of each
 * room. Each rise of a counter counts where it was reported, over resets and wraps. Role `viewer`.
 *
 * @throws GatewayError `validation` for too many parts or a range that ends before it begins, `not_found` for an unknown
 * central or device, `service_unready` without a store
 * @example
 * const { devices } = await core.as(caller).history.energy({ group: 'month', from: Date.UTC(2026, 0, 1) });
 */
export async function readEnergy(ports: HistoryReading, request: EnergyRequest, signal?: AbortSignal) {
  const { house, history, clock } = ports;
  const range = rangeOf(request, clock.now());
  const group = request.group ?? 'day';
  const meters = metersOf(house, request);
  const parts = Math.ceil((range.to - range.from) / LENGTHS[group]) * meters.length;
  if (parts > MAX_BUCKETS) {
    throw invalid([
      { field: 'group', reason: `there are more than ${MAX_BUCKETS} parts of ${group}s`, max: MAX_BUCKETS },
    ]);
  }
  const tallies = await tallyAll(history, meters, { range, group, signal });
  const end = Math.min(range.to, clock.now());
  const devices = meters.map(({ address, name, rooms }, index) => {
    const buckets = bucketsOf(tallies[index] ?? new Map(), { group, range: { from: range.from, to: end } });
    return { address, name, rooms, buckets, ...totalsOf(buckets) };
  });
  return {
    group,
    from: toTimestamp(range.from),
    to: toTimestamp(range.to),
    devices,
    rooms: roomsOf(devices),
    total_consumed_wh: sumOf(devices, ({ total_consumed_wh: sum }) => sum),
    total_feed_in_wh: sumOf(devices, ({ total_feed_in_wh: sum }) => sum),
  };
}

interface Meter {
  readonly address: string;
  readonly name: string;
  readonly rooms: readonly string[];
  readonly series: readonly { readonly kind: Kind; readonly of: string; readonly stored: readonly Stored[] }[];
}

function metersOf(house: House, { central, device }: EnergyRequest): readonly Meter[] {
  const scope = knownScope(house, { central });
  const all = device === undefined ? house.devices(scope) : [found(house.device(device, scope))];
  return all.flatMap(({ address, central: name, ...rest }) => {
    const { channels } = found(house.device(address, { central: name }));
    const series = channels.flatMap(({ number }) =>
      [...KINDS].flatMap(([parameter, kind]) => {
        const place = { central: name, address, channel: number, parameter };
        if (!house.dataPoint(place).ok) return [];
        return [{ kind, of: `${number}`, stored: storedSeries(house, place) }];
      }),
    );
    if (series.length === 0) return [];
    return [{ address, name: rest.name, rooms: rest.rooms ?? [], series }];
  });
}

type Tally = Map<number, Sums>;

/** Sums of each meter by the begin of their parts. */
async function tallyAll(
  history: HistoryView,
  meters: readonly Meter[],
  {
    range,
    group,
    signal,
  }: { readonly range: Period; readonly group: EnergyGroup; readonly signal: AbortSignal | undefined },
): Promise<readonly Tally[]> {
  const tallies = meters.map((): Tally => new Map());
  const takers = new Map<string, ((part: RollUp) => void)[]>();
  meters.forEach(({ series }, index) => {
    for (const { kind, of, stored } of series) {
      for (const { name, since, until } of stored) {
        const take = (part: RollUp) => {
          if (part.to <= since || part.from >= until) return;
          add(sumsAt(tallies[index] ?? new Map(), beginOf(part.from, group)), kind, of, part);
        };
        takers.set(name, [...(takers.get(name) ?? []), take]);
      }
    }
  });
  for await (const part of rolledParts(history, [...takers.keys()], range, group)) {
    for (const take of takers.get(part.series) ?? []) take(part);
    if (signal?.aborted === true) break;
  }
  return tallies;
}

/** Hours and days of the range, stored or made of its samples. */
async function* rolledParts(
  history: HistoryView,
  names: readonly string[],
  range: Period,
  group: EnergyGroup,
): AsyncGenerator<RollUp, void, void> {
  const plan = await planTiers(history, range, group === 'hour' ? HOUR_MS : DAY_MS);
  let carries = new Map<string, Carry | undefined>(names.map((name) => [name, undefined]));
  for (const { tier, from, to } of plan.reads) {
    if (tier !== 'sample') {
      for await (const parts of history.rollUps.read({ series: names, from, to }, tier)) {
        for (const part of parts) {
          carries.set(part.series, { at: part.to - 1, value: part.last, stands: true });
          if (part.from >= range.from) yield part;
        }
      }
      continue;
    }
    // The time before the range has the readings from which counters rise; an hour is one of the clock.
    const first = Math.max(from, range.from);
    const cuts = [from, first, Math.min(to, nextHour(first)), to];
    for (const [index, start] of cuts.slice(0, -1).entries()) {
      const step = { from: start, to: cuts[index + 1] ?? to, part: 0, series: carries };
      if (step.from >= step.to) continue;
      const rolled = await rollUp(history, step);
      carries = new Map([...carries, ...rolled.map(({ series, carry }) => [series, carry] as const)]);
      if (start >= range.from) for (const { hours } of rolled) yield* hours;
    }
  }
}

function nextHour(at: number): number {
  const { from } = localDay(at);
  return from + Math.ceil((at - from) / HOUR_MS) * HOUR_MS;
}

/** Local begin of the hour, day, month or year of a time. */
function beginOf(at: number, group: EnergyGroup): number {
  const day = localDay(at).from;
  if (group === 'hour') return day + Math.floor((at - day) / HOUR_MS) * HOUR_MS;
  if (group === 'day') return day;
  const date = new Date(at);
  return new Date(date.getFullYear(), group === 'month' ? date.getMonth() : 0, 1).getTime();
}

function endOf(begin: number, group: EnergyGroup): number {
  if (group === 'hour') return begin + HOUR_MS;
  if (group === 'day') return localDay(begin).to;
  const date = new Date(begin);
  const [year, month] = [date.getFullYear(), date.getMonth()];
  return (group === 'month' ? new Date(year, month + 1, 1) : new Date(year + 1, 0, 1)).getTime();
}

function sumsAt(tally: Tally, begin: number): Sums {
  const sums = tally.get(begin) ?? { consumed: 0, feedIn: 0, power: new Map(), peak: 0, resets: 0, covered: 0 };
  tally.set(begin, sums);
  return sums;
}

function add(
  sums: Sums,
  kind: Kind,
  of: string,
  { series, count, max, mean, covered, increments, resets }: RollUp,
): void {
  if (kind !== 'power') {
    sums[kind] = addUp(sums[kind], countingOf(series) === undefined ? 0 : increments);
    sums.resets += resets;
    if (kind === 'consumed') sums.covered += covered;
    return;
  }
  if (count > 0) sums.peak = Math.max(sums.peak, max);
  const before = sums.power.get(of) ?? { mean: 0, covered: 0 };
  if (covered === 0) return;
  const share = covered / (before.covered + covered);
  sums.power.set(of, { mean: before.mean * (1 - share) + mean * share, covered: before.covered + covered });
}

function bucketsOf(
  tally: Tally,
  { group, range }: { readonly group: EnergyGroup; readonly range: Period },
): readonly EnergyBucket[] {
  return [...tally]
    .sort(([one], [other]) => one - other)
    .map(([begin, { consumed, feedIn, power, peak, resets, covered }]) => {
      const time = Math.min(endOf(begin, group), range.to) - Math.max(begin, range.from);
      return {
        ts: toTimestamp(begin),
        consumed_wh: consumed,
        feed_in_wh: feedIn,
        avg_power_w: Math.round([...power.values()].reduce((sum, { mean }) => sum + mean, 0) * 1_000) / 1_000,
        peak_power_w: peak,
        reset: resets > 0,
        gap: covered < time * COVERED_ENOUGH,
      };
    });
}

const sumOf = <Each>(all: readonly Each[], part: (each: Each) => number) =>
  all.reduce((sum, each) => addUp(sum, part(each)), 0);

const totalsOf = (buckets: readonly EnergyBucket[]) => ({
  total_consumed_wh: sumOf(buckets, ({ consumed_wh: sum }) => sum),
  total_feed_in_wh: sumOf(buckets, ({ feed_in_wh: sum }) => sum),
});

/** A device in several rooms counts in each of them. */
function roomsOf(
  devices: readonly {
    readonly rooms: readonly string[];
    readonly total_consumed_wh: number;
    readonly total_feed_in_wh: number;
  }[],
) {
  const names = [...new Set(devices.flatMap(({ rooms }) => rooms))].sort((one, other) => one.localeCompare(other));
  return names.map((name) => {
    const inside = devices.filter(({ rooms }) => rooms.includes(name));
    return {
      name,
      total_consumed_wh: sumOf(inside, ({ total_consumed_wh: sum }) => sum),
      total_feed_in_wh: sumOf(inside, ({ total_feed_in_wh: sum }) => sum),
    };
  });
}
