import type { EnergyTariffs } from '@ccu-gateway/contract/types';
import { baseFees } from '../../energy/base-fee.js';
import { createPricing, type PricedKind, type Pricing, variablesOf } from '../../energy/pricing.js';
import { NO_TARIFFS } from '../../energy/tariffs.js';
import type { HistoryView } from '../../ports/history.js';
import type { Period } from '../../ports/roll-ups.js';
import type { TariffControl } from '../../ports/tariffs.js';
import { GatewayError, invalid } from '../../use-case/errors.js';
import { variableSeries } from '../../use-case/series.js';
import { addUp } from '../../use-case/sums.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { type EnergyKind, type Meter, type MeterPorts, metersOf } from './energy-meters.js';
import { beginOf, DAY_MS, type EnergyGroup, endOf, HOUR_MS, rolledParts } from './energy-parts.js';
import { type Sums, type Tally, tallyAll } from './energy-tally.js';
import { type HistoryReading, rangeOf } from './history.js';

/** Ports of the use cases that read energy. */
export interface EnergyReading extends HistoryReading, MeterPorts {
  readonly tariffs: Pick<TariffControl, 'read'>;
}

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
  /** Default `electricity`. */
  readonly kind?: EnergyKind | undefined;
  /** Address of one device. */
  readonly device?: string | undefined;
}

const LENGTHS = { hour: HOUR_MS, day: DAY_MS, month: 28 * DAY_MS, year: 365 * DAY_MS };
/** About fifteen megabytes of JSON. */
const MAX_BUCKETS = 50_000;
/** Keyframes and restarts leave small gaps. */
const COVERED_ENOUGH = 0.98;
const LITRES = 1_000;

/** Kinds whose base fees belong to the costs of a kind. */
const WITH_FEES: Readonly<Record<EnergyKind, readonly PricedKind[]>> = {
  electricity: ['electricity', 'feed_in'],
  gas: ['gas'],
  water: ['water'],
};
const KINDS = ['electricity', 'gas', 'water'] as const;

/**
 * Energy, gas or water of devices with a meter, and its cost, in hours, days, months or years; of one device or all of a
 * CCU, with the sums of each room. Each rise of a counter counts where it was reported, over resets and wraps, at the
 * price of that hour. Costs are calculated anew by the present tariffs. Role `viewer`.
 *
 * @throws GatewayError `validation` for too many parts or a range that ends before it begins, `not_found` for an unknown
 * central or device, `service_unready` without a store
 * @example
 * const { devices } = await core.as(caller).history.energy({ group: 'month', from: Date.UTC(2026, 0, 1) });
 */
export async function readEnergy(ports: EnergyReading, request: EnergyRequest, signal?: AbortSignal) {
  const { history, clock } = ports;
  const range = rangeOf(request, clock.now());
  const { group = 'day', kind = 'electricity' } = request;
  const read = await knownTariffs(ports.tariffs);
  const tariffs = read ?? NO_TARIFFS;
  const meters = metersOf(ports, request, kind, tariffs);
  refuseLarge(range, group, meters.length);
  const pricing = await pricingOf(history, tariffs, range);
  const tallies = await tallyAll(history, meters, { kind, range, group, pricing, signal });
  const past = { from: range.from, to: Math.min(range.to, clock.now()) };
  const devices = meters
    .map((meter, index) => deviceOf(meter, tallies[index] ?? new Map(), group, past))
    .filter(({ buckets, hasCounted }) => kind === 'electricity' || hasCounted || buckets.length > 0)
    .map(({ hasCounted: _, ...device }) => device);
  const fees = request.device === undefined ? feesOf(tariffs, { kind, group, past }) : [];
  return {
    ...{ group, kind, kinds: kindsOf(ports, request, tariffs), currency: tariffs.currency },
    ...(read === undefined ? {} : { tariff_revision: read.revision }),
    from: toTimestamp(range.from),
    to: toTimestamp(range.to),
    devices,
    rooms: roomsOf(devices),
    base_fees: fees,
    total_base_fee_mct: fees.reduce((sum, { base_fee_mct: fee }) => sum + fee, 0),
    ...sumsOf(mainOf(devices)),
  };
}

/** Undefined where they cannot be read: consumption is shown all the same. */
async function knownTariffs(tariffs: EnergyReading['tariffs']): Promise<EnergyTariffs | undefined> {
  try {
    return await tariffs.read();
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'service_unready') return undefined;
    throw error;
  }
}

function refuseLarge({ from, to }: Period, group: EnergyGroup, meters: number): void {
  if (Math.ceil((to - from) / LENGTHS[group]) * Math.max(1, meters) <= MAX_BUCKETS) return;
  throw invalid([
    { field: 'group', reason: `there are more than ${MAX_BUCKETS} parts of ${group}s`, max: MAX_BUCKETS },
  ]);
}

/**
 * Prices in a range, with those of system variables from the history. Undefined without a tariff.
 *
 * @example
 * const pricing = await pricingOf(history, tariffs, { from, to });
 */
export async function pricingOf(
  history: HistoryView,
  tariffs: EnergyTariffs,
  range: Period,
): Promise<Pricing | undefined> {
  if (tariffs.tariffs.length === 0) return undefined;
  const means = new Map<string, Map<number, number>>(
    variablesOf(tariffs, range).map((variable) => [variableSeries(variable), new Map()]),
  );
  for await (const { series, from, covered, mean } of rolledParts(history, [...means.keys()], range, 'hour')) {
    if (covered > 0) means.get(series)?.set(from, mean);
  }
  return createPricing(tariffs, (variable, at) => means.get(variableSeries(variable))?.get(at));
}

function kindsOf(ports: MeterPorts, { central }: EnergyRequest, tariffs: EnergyTariffs): readonly EnergyKind[] {
  return KINDS.filter((kind) =>
    metersOf(ports, { central }, kind, tariffs).some(({ hasCounted }) => kind === 'electricity' || hasCounted),
  );
}

function deviceOf({ address, name, rooms, isMain, hasCounted }: Meter, tally: Tally, group: EnergyGroup, past: Period) {
  const buckets = [...tally]
    .sort(([one], [other]) => one - other)
    .map(([begin, sums]) => bucketOf(begin, sums, group, past));
  const all = [...tally.values()];
  const ccuCovered = all.reduce((sum, each) => sum + each.ccuCovered, 0);
  const ccu = all.reduce((sum, each) => addUp(sum, each.ccu), 0);
  return {
    ...{ address, name, rooms, is_main: isMain, hasCounted, buckets },
    ...(ccuCovered >= (past.to - past.from) * COVERED_ENOUGH && ccuCovered > 0 ? { ccu_consumed_wh: ccu } : {}),
    ...totalsOf(buckets),
  };
}

function bucketOf(begin: number, sums: Sums, group: EnergyGroup, past: Period) {
  const time = Math.min(endOf(begin, group), past.to) - Math.max(begin, past.from);
  const power = [...sums.power.values()].reduce((sum, { mean }) => sum + mean, 0);
  return {
    ts: toTimestamp(begin),
    consumed_wh: sums.consumed,
    feed_in_wh: sums.feedIn,
    volume_m3: sums.litres / LITRES,
    avg_power_w: Math.round(power * 1_000) / 1_000,
    peak_power_w: sums.peak,
    reset: sums.resets > 0,
    gap: sums.covered < time * COVERED_ENOUGH,
    cost_mct: sums.cost,
    feed_in_mct: sums.pay,
    unpriced_wh: sums.unpriced,
    unpriced_feed_in_wh: sums.unpricedFeedIn,
    unpriced_m3: sums.unpricedLitres / LITRES,
  };
}

type Bucket = ReturnType<typeof bucketOf>;

function totalsOf(buckets: readonly Bucket[]) {
  const total = (part: (each: Bucket) => number) => buckets.reduce((sum, each) => addUp(sum, part(each)), 0);
  return {
    total_consumed_wh: total((each) => each.consumed_wh),
    total_feed_in_wh: total((each) => each.feed_in_wh),
    total_volume_m3: total((each) => each.volume_m3),
    total_cost_mct: total((each) => each.cost_mct),
    total_feed_in_mct: total((each) => each.feed_in_mct),
    total_unpriced_wh: total((each) => each.unpriced_wh),
    total_unpriced_feed_in_wh: total((each) => each.unpriced_feed_in_wh),
    total_unpriced_m3: total((each) => each.unpriced_m3),
  };
}

type Totals = ReturnType<typeof totalsOf>;
type Device = Omit<ReturnType<typeof deviceOf>, 'hasCounted'>;

function sumsOf(all: readonly Totals[]): Totals {
  const names = Object.keys(totalsOf([])) as readonly (keyof Totals)[];
  const sums = names.map((name) => [name, all.reduce((sum, each) => addUp(sum, each[name]), 0)] as const);
  return Object.fromEntries(sums) as Totals;
}

/**
 * The devices that add up to the whole: the sum of main meters contains the consumption of the other devices.
 *
 * @example
 * const total = mainOf(devices).reduce((sum, each) => sum + each.total_cost_mct, 0);
 */
export function mainOf(devices: readonly Device[]): readonly Device[] {
  const main = devices.filter(({ is_main: isMain }) => isMain);
  return main.length > 0 ? main : devices;
}

/** A device in several rooms counts in each of them. */
function roomsOf(devices: readonly Device[]) {
  const parts = devices.filter(({ is_main: isMain }) => !isMain);
  const names = [...new Set(parts.flatMap(({ rooms }) => rooms))].sort((one, other) => one.localeCompare(other));
  return names.map((name) => ({ name, ...sumsOf(parts.filter(({ rooms }) => rooms.includes(name))) }));
}

function feesOf(
  tariffs: EnergyTariffs,
  { kind, group, past }: { readonly kind: EnergyKind; readonly group: EnergyGroup; readonly past: Period },
) {
  const sums = new Map<number, number>();
  for (const { at, fee } of baseFees(tariffs, WITH_FEES[kind], past)) {
    const begin = beginOf(at, group);
    sums.set(begin, (sums.get(begin) ?? 0) + fee);
  }
  return [...sums].map(([begin, fee]) => ({ ts: toTimestamp(begin), base_fee_mct: fee }));
}
