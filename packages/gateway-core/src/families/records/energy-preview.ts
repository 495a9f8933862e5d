import type { EnergyTariffs, EnergyTariffsWriteRequest } from '@ccu-gateway/contract/types';
import { firstChange } from '../../energy/first-change.js';
import { faultsOf } from '../../energy/tariffs.js';
import type { Caller } from '../../use-case/caller.js';
import { invalid } from '../../use-case/errors.js';
import { addUp } from '../../use-case/sums.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { readingAs } from '../../use-case/use-case.js';
import { type EnergyReading, mainOf, readEnergy } from './energy.js';
import type { EnergyKind } from './energy-meters.js';

/** Costs of a month, in thousandths of a cent. */
export interface MonthCosts {
  readonly cost_mct: number;
  readonly feed_in_mct: number;
  readonly base_fee_mct: number;
}

/** Costs of the past by the stored tariffs and by others. */
export interface TariffPreview {
  readonly currency: string;
  /** First moment whose costs change. Absent where none of the past do. */
  readonly from?: string;
  readonly to: string;
  readonly months: readonly PreviewedMonth[];
}

/** A month of one kind of energy. */
export interface PreviewedMonth {
  readonly kind: EnergyKind;
  /** Begin of the month. */
  readonly ts: string;
  readonly before: MonthCosts;
  readonly after: MonthCosts;
}

const NO_COSTS: MonthCosts = { cost_mct: 0, feed_in_mct: 0, base_fee_mct: 0 };

/**
 * Costs of the past by the stored tariffs and by others, month by month, from the first day that the others change. Nothing is
 * stored. Role `admin`.
 *
 * @throws GatewayError `validation` with the fields, `service_unready` without storage or a store
 * @example
 * const { months } = await core.as(caller).energy.preview({ ...tariffs, currency: 'CHF' });
 */
export const previewTariffs = readingAs(
  'admin',
  async (ports: EnergyReading, caller: Caller, candidate: EnergyTariffsWriteRequest): Promise<TariffPreview> => {
    const faults = faultsOf(candidate);
    if (faults.length > 0) throw invalid(faults.slice(0, 50), 'The tariffs do not fit together');
    const stored = await ports.tariffs.read();
    const to = ports.clock.now();
    const oldest = await oldestOf(ports);
    const change = firstChange(stored, candidate);
    const from = change === undefined ? to : Math.max(change, oldest ?? to);
    const head = { currency: candidate.currency, to: toTimestamp(to) };
    if (from >= to) return { ...head, months: [] };
    const months: PreviewedMonth[] = [];
    for (const kind of ['electricity', 'gas', 'water'] as const) {
      const span = { kind, from, to, signal: caller.signal };
      const before = await monthsOf(ports, stored, span);
      const after = await monthsOf(ports, candidate, span);
      for (const ts of [...new Set([...before.keys(), ...after.keys()])].sort()) {
        months.push({ kind, ts, before: before.get(ts) ?? NO_COSTS, after: after.get(ts) ?? NO_COSTS });
      }
    }
    return { ...head, from: toTimestamp(from), months };
  },
);

/** Begin of the oldest hour or value. */
async function oldestOf({ history }: EnergyReading): Promise<number | undefined> {
  const [{ oldestAt: value }, { oldestAt: hour }] = await Promise.all([history.extent(), history.rollUps.extent()]);
  const known = [value, hour].filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

interface Span {
  readonly kind: EnergyKind;
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
}

async function monthsOf(
  ports: EnergyReading,
  tariffs: EnergyTariffs,
  { signal, ...span }: Span,
): Promise<ReadonlyMap<string, MonthCosts>> {
  const by = { ...ports, tariffs: { read: async () => tariffs } };
  const energy = await readEnergy(by, { ...span, group: 'month' }, signal);
  const months = new Map<string, MonthCosts>();
  const add = (ts: string, more: Partial<MonthCosts>) => {
    const { cost_mct: cost, feed_in_mct: pay, base_fee_mct: fee } = months.get(ts) ?? NO_COSTS;
    months.set(ts, {
      cost_mct: addUp(cost, more.cost_mct ?? 0),
      feed_in_mct: addUp(pay, more.feed_in_mct ?? 0),
      base_fee_mct: addUp(fee, more.base_fee_mct ?? 0),
    });
  };
  for (const { buckets } of mainOf(energy.devices)) {
    for (const { ts, cost_mct, feed_in_mct } of buckets) add(ts, { cost_mct, feed_in_mct });
  }
  for (const { ts, base_fee_mct } of energy.base_fees) add(ts, { base_fee_mct });
  return months;
}
