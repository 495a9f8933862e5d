import type { EnergyTariff, EnergyTariffs } from '@ccu-gateway/contract/types';
import type { Period } from '../ports/roll-ups.js';
import type { VariablePlace } from '../use-case/series.js';
import { startOf } from './tariffs.js';

/** Kinds that have prices of their own. */
export type PricedKind = EnergyTariff['kind'];

/** The mean of a system variable in the part of an hour that begins at a time; undefined where it was not known. */
export type VariableValues = (variable: VariablePlace, at: number) => number | undefined;

/** Prices by time. All money is in thousandths of a hundredth of the currency. */
export interface Pricing {
  /** Of a kWh or a cubic metre in the hour of a time; undefined where there is none. */
  priceAt(kind: PricedKind, at: number): number | undefined;
  /** The tariff in force. */
  tariffAt(kind: PricedKind, at: number): EnergyTariff | undefined;
}

/** Beyond this a variable has no price in it. */
const MOST_PRICE = 1_000_000_000;

/**
 * Prices of tariffs.
 *
 * @example
 * const { priceAt } = createPricing(tariffs, () => undefined);
 * priceAt('electricity', Date.now()); // 32750 for 32.75 cents
 */
export function createPricing({ tariffs }: Pick<EnergyTariffs, 'tariffs'>, values: VariableValues): Pricing {
  const started = tariffs
    .map((tariff) => ({ tariff, start: startOf(tariff) }))
    .sort((one, other) => other.start - one.start);
  const tariffAt = (kind: PricedKind, at: number) =>
    started.find(({ tariff, start }) => tariff.kind === kind && start <= at)?.tariff;
  // Many meters have the same hours.
  const known = new Map<string, number | undefined>();
  return {
    tariffAt,
    priceAt(kind, at) {
      const key = `${kind} ${at}`;
      if (!known.has(key)) known.set(key, priceOf(tariffAt(kind, at), at, values));
      return known.get(key);
    },
  };
}

function priceOf(tariff: EnergyTariff | undefined, at: number, values: VariableValues): number | undefined {
  if (tariff === undefined) return undefined;
  const { price } = tariff;
  if (price.type === 'fixed') return price.price_mct;
  if (price.type === 'times') {
    const date = new Date(at);
    const [day, hour] = [((date.getDay() + 6) % 7) + 1, date.getHours()];
    const time = price.times.find(
      ({ days, from_hour: from, to_hour: to }) => days.includes(day) && from <= hour && hour < to,
    );
    return (time ?? price).price_mct;
  }
  const value = values({ central: price.central, name: price.sysvar }, at);
  if (value === undefined) return undefined;
  const found = Math.round(value * price.factor_mct + price.add_mct);
  return Math.abs(found) <= MOST_PRICE ? found : undefined;
}

/**
 * System variables that have a price in a range.
 *
 * @example
 * const variables = variablesOf(tariffs, { from, to });
 */
export function variablesOf(
  { tariffs }: Pick<EnergyTariffs, 'tariffs'>,
  { from, to }: Period = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
): readonly VariablePlace[] {
  return tariffs.flatMap((tariff) => {
    if (tariff.price.type !== 'variable') return [];
    const starts = tariffs.filter(({ kind }) => kind === tariff.kind).map(startOf);
    const start = startOf(tariff);
    const end = Math.min(...starts.filter((each) => each > start));
    return start < to && end > from ? [{ central: tariff.price.central, name: tariff.price.sysvar }] : [];
  });
}

/**
 * Cost of an amount at a price, exact to a thousandth of a hundredth of the currency: costs are made of hours, so that
 * the sum of any parts is that of their hours.
 *
 * @example
 * costOf(1.5, 32_750); // 49125
 */
export const costOf = (amount: number, price: number): number => Math.round(amount * price) + 0;
