import type { EnergyTariff, EnergyTariffs, FieldError } from '@ccu-gateway/contract/types';

/** Tariffs of a gateway where none are stored. */
export const NO_TARIFFS: EnergyTariffs = { revision: 0, currency: 'EUR', tariffs: [], meters: [] };

/**
 * Begin of the first day of a tariff, in the zone of this process.
 *
 * @example
 * const start = startOf({ valid_from: '2026-01-01' });
 */
export function startOf({ valid_from: day }: Pick<EnergyTariff, 'valid_from'>): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

/**
 * Faults that the shape of tariffs cannot show: two of a kind from the same day, times that overlap or end before they
 * begin, gas without its factors, and a meter that is named twice. Tariffs of a kind follow each other and times have a
 * price beside them, so that neither can leave a gap.
 *
 * @example
 * const faults = faultsOf(request); // [{ field: 'tariffs.1.valid_from', reason: '…' }]
 */
export function faultsOf({ tariffs, meters }: Pick<EnergyTariffs, 'tariffs' | 'meters'>): readonly FieldError[] {
  return [
    ...tariffs.flatMap((tariff, index) => {
      const field = `tariffs.${index}`;
      const isTwice = tariffs
        .slice(0, index)
        .some(({ kind, valid_from: day }) => kind === tariff.kind && day === tariff.valid_from);
      return [
        ...(isTwice
          ? [{ field: `${field}.valid_from`, reason: 'another tariff of this kind begins on this day' }]
          : []),
        ...gasFaults(tariff, field),
        ...timeFaults(tariff, field),
      ];
    }),
    ...meters.flatMap(({ meter }, index) =>
      meters.findIndex((each) => each.meter === meter) < index
        ? [{ field: `meters.${index}.meter`, reason: 'this channel is named twice' }]
        : [],
    ),
  ];
}

function gasFaults({ kind, gas }: EnergyTariff, field: string): readonly FieldError[] {
  if ((kind === 'gas') === (gas !== undefined)) return [];
  const reason = kind === 'gas' ? 'is needed: gas is paid for by kWh' : 'is allowed for gas only';
  return [{ field: `${field}.gas`, reason }];
}

const WEEK_HOURS = 7 * 24;

function timeFaults({ price }: EnergyTariff, field: string): readonly FieldError[] {
  if (price.type !== 'times') return [];
  const taken = new Array<boolean>(WEEK_HOURS).fill(false);
  return price.times.flatMap(({ days, from_hour: from, to_hour: to }, index) => {
    const at = `${field}.price.times.${index}`;
    if (to <= from) return [{ field: `${at}.to_hour`, reason: 'must be after `from_hour`; a night is two times' }];
    const hours = days.flatMap((day) => Array.from({ length: to - from }, (_, each) => (day - 1) * 24 + from + each));
    const overlaps = hours.some((each) => taken[each]) || new Set(hours).size < hours.length;
    for (const each of hours) taken[each] = true;
    return overlaps ? [{ field: at, reason: 'overlaps an earlier time, or names a day twice' }] : [];
  });
}
