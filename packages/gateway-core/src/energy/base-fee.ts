import type { EnergyTariffs } from '@ccu-gateway/contract/types';
import type { Period } from '../ports/roll-ups.js';
import { localDay } from '../use-case/local-day.js';
import { createPricing, type PricedKind } from './pricing.js';

const HOUR_MS = 3_600_000;

/**
 * Base fees of a range: those of each of its hours. The fee of a month is divided among its days, that of a day among its
 * 23 to 25 hours, each to a whole number, so that hours add up to days and days to months.
 *
 * @example
 * for (const { at, fee } of baseFees(tariffs, ['electricity'], { from, to })) sum += fee;
 */
export function* baseFees(
  tariffs: Pick<EnergyTariffs, 'tariffs'>,
  kinds: readonly PricedKind[],
  { from, to }: Period,
): Generator<{ readonly at: number; readonly fee: number }, void, void> {
  const { tariffAt } = createPricing(tariffs, () => undefined);
  const starts = tariffs.tariffs.filter((each) => each.base_fee !== undefined).map((each) => each.valid_from);
  if (starts.length === 0) return;
  for (let day = localDay(from); day.from < to; day = localDay(day.to)) {
    const fee = kinds.reduce((sum, kind) => sum + dayFee(tariffAt(kind, day.from)?.base_fee, day.from), 0);
    if (fee === 0) continue;
    const hours = Math.round((day.to - day.from) / HOUR_MS);
    for (let hour = 0; hour < hours; hour += 1) {
      const at = day.from + hour * HOUR_MS;
      if (at >= from && at < to) yield { at, fee: share(fee, hour, hours) };
    }
  }
}

function dayFee(fee: EnergyTariffs['tariffs'][number]['base_fee'], day: number): number {
  if (fee === undefined) return 0;
  if (fee.per === 'day') return fee.amount_mct;
  const date = new Date(day);
  const days = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
  return share(fee.amount_mct, date.getDate() - 1, days);
}

/** The part with this index, of `parts` that add up to the whole. */
const share = (whole: number, index: number, parts: number): number =>
  Math.round((whole * (index + 1)) / parts) - Math.round((whole * index) / parts);
