import { costOf, type Pricing } from '../../energy/pricing.js';
import { localDay } from '../../use-case/local-day.js';
import { addUp } from '../../use-case/sums.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { type EnergyReading, pricingOf } from './energy.js';
import { type Meter, metersOf } from './energy-meters.js';
import { HOUR_MS, rolledParts } from './energy-parts.js';

const NIGHTS = 28;
const LEAST_NIGHTS = 7;
/** Local hours before this one are the night. */
const END_OF_NIGHT = 5;
const COVERED_ENOUGH = 0.98;
const YEAR_HOURS = 8_760;

/** Figures of one hour of a device. */
interface Hour {
  watts: number;
  powerCovered: number;
  wattHours: number;
  counterCovered: number;
}

/** Hours of a device, by night and by their begin. */
type Nights = Map<number, Map<number, Hour>>;

/**
 * Power that devices take all the time: of each of the last 28 nights, from 0 to 5 o'clock, the lowest hourly mean of
 * POWER; of these nights the middle one. A device without POWER has the mean of its counter over each night. A night
 * counts where every hour of it is known, and seven nights are needed. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central, `service_unready` without a store
 * @example
 * const { devices } = await core.as(caller).energy.standby({});
 */
export async function readStandby(ports: EnergyReading, request: { readonly central?: string | undefined }) {
  const { history, clock } = ports;
  const tariffs = await ports.tariffs.read();
  const to = localDay(clock.now()).from;
  const first = new Date(to);
  const from = new Date(first.getFullYear(), first.getMonth(), first.getDate() - NIGHTS).getTime();
  const meters = metersOf(ports, request, 'electricity', tariffs);
  const nights = await nightsOf(history, meters, { from, to });
  const price = meanPrice(await pricingOf(history, tariffs, { from, to }), { from, to });
  const devices = meters.map(({ address, name, rooms }, index) => ({
    ...{ address, name, rooms },
    ...standbyOf(nights[index] ?? new Map(), price),
  }));
  return {
    from: toTimestamp(from),
    to: toTimestamp(to),
    currency: tariffs.currency,
    devices: devices.sort((one, other) => (other.standby_w ?? -1) - (one.standby_w ?? -1)),
  };
}

async function nightsOf(
  history: EnergyReading['history'],
  meters: readonly Meter[],
  range: { readonly from: number; readonly to: number },
): Promise<readonly Nights[]> {
  const nights = meters.map((): Nights => new Map());
  const takers = new Map<string, { readonly index: number; readonly series: Meter['series'][number] }[]>();
  meters.forEach((meter, index) => {
    for (const series of meter.series) {
      if (series.role !== 'power' && series.role !== 'consumption') continue;
      for (const { name } of series.stored) takers.set(name, [...(takers.get(name) ?? []), { index, series }]);
    }
  });
  for await (const part of rolledParts(history, [...takers.keys()], range, 'hour')) {
    if (new Date(part.from).getHours() >= END_OF_NIGHT) continue;
    for (const { index, series } of takers.get(part.series) ?? []) {
      const isKnown = series.stored.some(
        ({ name, since, until }) => name === part.series && part.to > since && part.from < until,
      );
      if (!isKnown) continue;
      const hour = hourAt(nights[index] ?? new Map(), part.from);
      const share = part.covered / HOUR_MS;
      if (series.role === 'power') {
        hour.watts += part.mean * series.factor;
        hour.powerCovered = Math.max(hour.powerCovered, share);
      } else {
        hour.wattHours = addUp(hour.wattHours, part.increments * series.factor);
        hour.counterCovered = Math.max(hour.counterCovered, share);
      }
    }
  }
  return nights;
}

function hourAt(nights: Nights, at: number): Hour {
  const { from } = localDay(at);
  const night = nights.get(from) ?? new Map<number, Hour>();
  nights.set(from, night);
  const hour = night.get(at) ?? { watts: 0, powerCovered: 0, wattHours: 0, counterCovered: 0 };
  night.set(at, hour);
  return hour;
}

interface Standby {
  readonly nights: number;
  readonly source: 'power' | 'counter';
  /** Absent where too few nights are known. */
  readonly standby_w?: number;
  readonly year_wh?: number;
  readonly year_mct?: number;
}

function standbyOf(nights: Nights, price: number | undefined): Standby {
  const complete = [...nights].map(([day, hours]) => {
    const end = new Date(day);
    const all = Math.round((end.setHours(END_OF_NIGHT) - day) / HOUR_MS);
    return { all, hours: [...hours.values()] };
  });
  const knownIn = (part: 'powerCovered' | 'counterCovered') =>
    complete.filter(
      ({ all, hours }) => hours.filter((each) => each[part] >= COVERED_ENOUGH).length >= all && hours.length > 0,
    );
  const byPower = knownIn('powerCovered').map(({ hours }) => Math.min(...hours.map(({ watts }) => watts)));
  const byCounter = knownIn('counterCovered').map(
    ({ hours }) => hours.reduce((sum, { wattHours }) => sum + wattHours, 0) / hours.length,
  );
  const source = byPower.length >= LEAST_NIGHTS || byPower.length >= byCounter.length ? 'power' : 'counter';
  const found = source === 'power' ? byPower : byCounter;
  if (found.length < LEAST_NIGHTS) return { nights: found.length, source };
  const standby = Math.round(Math.max(0, middleOf(found)) * 100) / 100;
  const year = Math.round(standby * YEAR_HOURS);
  return {
    nights: found.length,
    source,
    standby_w: standby,
    year_wh: year,
    ...(price === undefined ? {} : { year_mct: costOf(year / 1_000, price) }),
  };
}

/** The lower one of two in the middle. */
function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

function meanPrice(
  pricing: Pricing | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  let [sum, count] = [0, 0];
  for (let at = from; at < to; at += HOUR_MS) {
    const price = pricing?.priceAt('electricity', at);
    if (price === undefined) continue;
    sum += price;
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}
