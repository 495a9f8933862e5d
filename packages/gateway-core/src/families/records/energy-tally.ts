import { costOf, type Pricing } from '../../energy/pricing.js';
import { countingOf } from '../../history/rolled/counter.js';
import type { HistoryView } from '../../ports/history.js';
import type { Period, RollUp } from '../../ports/roll-ups.js';
import { addUp } from '../../use-case/sums.js';
import type { EnergyKind, Meter, MeterSeries } from './energy-meters.js';
import { beginOf, type EnergyGroup, rolledParts } from './energy-parts.js';

/** Sums of a meter in one part of an answer. */
export interface Sums {
  consumed: number;
  feedIn: number;
  litres: number;
  cost: number;
  pay: number;
  unpriced: number;
  unpricedFeedIn: number;
  unpricedLitres: number;
  /** Of the counter of the CCU, with the milliseconds in which it was known. */
  ccu: number;
  ccuCovered: number;
  /** Of each series of power. */
  readonly power: Map<string, { mean: number; covered: number }>;
  peak: number;
  resets: number;
  covered: number;
}

/** Sums by the begin of their parts. */
export type Tally = Map<number, Sums>;

/** What a reading of meters needs to know. */
export interface TallyOrder {
  readonly kind: EnergyKind;
  readonly range: Period;
  readonly group: EnergyGroup;
  /** Undefined where no tariff is known: days are enough then. */
  readonly pricing: Pricing | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads and adds up the series of meters, each part of them once.
 *
 * @example
 * const [tally] = await tallyAll(history, meters, { kind: 'gas', range, group: 'day', pricing, signal });
 */
export async function tallyAll(
  history: HistoryView,
  meters: readonly Meter[],
  { kind, range, group, pricing, signal }: TallyOrder,
): Promise<readonly Tally[]> {
  const tallies = meters.map((): Tally => new Map());
  const takers = new Map<string, ((part: RollUp) => void)[]>();
  meters.forEach(({ series }, index) => {
    for (const each of series) {
      for (const { name, since, until } of each.stored) {
        const take = (part: RollUp) => {
          if (part.to <= since || part.from >= until) return;
          add(sumsAt(tallies[index] ?? new Map(), beginOf(part.from, group)), { kind, of: each, pricing }, part);
        };
        takers.set(name, [...(takers.get(name) ?? []), take]);
      }
    }
  });
  // An hour has one price, a day may have many.
  const unit = group === 'hour' || pricing !== undefined ? 'hour' : 'day';
  for await (const part of rolledParts(history, [...takers.keys()], range, unit)) {
    for (const take of takers.get(part.series) ?? []) take(part);
    if (signal?.aborted === true) break;
  }
  return tallies;
}

function sumsAt(tally: Tally, begin: number): Sums {
  const sums = tally.get(begin) ?? {
    ...{ consumed: 0, feedIn: 0, litres: 0, cost: 0, pay: 0, unpriced: 0, unpricedFeedIn: 0, unpricedLitres: 0 },
    ...{ ccu: 0, ccuCovered: 0, power: new Map(), peak: 0, resets: 0, covered: 0 },
  };
  tally.set(begin, sums);
  return sums;
}

interface Context {
  readonly kind: EnergyKind;
  readonly of: MeterSeries;
  readonly pricing: Pricing | undefined;
}

function add(sums: Sums, context: Context, part: RollUp): void {
  const { role, factor } = context.of;
  if (role === 'power') {
    addPower(sums, context.of, part);
    return;
  }
  const rise = countingOf(part.series) === undefined ? 0 : thousandths(part.increments * factor);
  if (role === 'ccu') {
    sums.ccu = addUp(sums.ccu, rise);
    sums.ccuCovered += part.covered;
    return;
  }
  sums.resets += part.resets;
  if (role === 'feed_in') addFeedIn(sums, context, part.from, rise);
  else {
    sums.covered += part.covered;
    addConsumption(sums, context, part.from, rise);
  }
}

const KILO = 1_000;

function addFeedIn(sums: Sums, { pricing }: Context, at: number, wh: number): void {
  sums.feedIn = addUp(sums.feedIn, wh);
  const price = pricing?.priceAt('feed_in', at);
  if (price === undefined) sums.unpricedFeedIn = addUp(sums.unpricedFeedIn, wh);
  else sums.pay += costOf(wh / KILO, price);
}

function addConsumption(sums: Sums, { kind, pricing }: Context, at: number, amount: number): void {
  const price = pricing?.priceAt(kind, at);
  if (kind === 'electricity') {
    sums.consumed = addUp(sums.consumed, amount);
    if (price === undefined) sums.unpriced = addUp(sums.unpriced, amount);
    else sums.cost += costOf(amount / KILO, price);
    return;
  }
  sums.litres = addUp(sums.litres, amount);
  if (price === undefined) sums.unpricedLitres = addUp(sums.unpricedLitres, amount);
  const gas = kind === 'gas' ? pricing?.tariffAt('gas', at)?.gas : undefined;
  const wh = gas === undefined ? 0 : thousandths(amount * gas.calorific_kwh_m3 * gas.state_number);
  sums.consumed = addUp(sums.consumed, wh);
  // Gas is paid for by kWh, water by cubic metres.
  if (price !== undefined) sums.cost += costOf((kind === 'gas' ? wh : amount) / KILO, price);
}

function addPower(sums: Sums, { of, factor }: MeterSeries, { count, max, mean, covered }: RollUp): void {
  if (count > 0) sums.peak = Math.max(sums.peak, max * factor);
  const before = sums.power.get(of) ?? { mean: 0, covered: 0 };
  if (covered === 0) return;
  const share = covered / (before.covered + covered);
  sums.power.set(of, {
    mean: before.mean * (1 - share) + mean * factor * share,
    covered: before.covered + covered,
  });
}

/** Sums of thousandths are exact. */
const thousandths = (amount: number) => Math.round(amount * 1_000) / 1_000;
