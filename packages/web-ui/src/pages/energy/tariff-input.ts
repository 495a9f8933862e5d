import type { EnergyTariff, EnergyTariffs } from '@ccu-gateway/contract/types';

export type TariffKind = EnergyTariff['kind'];
export const TARIFF_KINDS: readonly TariffKind[] = ['electricity', 'feed_in', 'gas', 'water'];
export type PriceType = EnergyTariff['price']['type'];
export const PRICE_TYPES: readonly PriceType[] = ['fixed', 'times', 'variable'];

/** Thousandths of a cent of one unit of a system variable: euros or cents for a kWh, euros for a MWh. */
export const FACTORS = { currency: 100_000, cent: 1_000, mwh: 100 } as const;
export type FactorName = keyof typeof FACTORS;

/** A time of the week with a price of its own, as it is typed. */
export interface TimeInput {
  readonly days: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly price: string;
}

/** A tariff as it is typed: numbers are texts in the language of the page. */
export interface TariffInput {
  readonly kind: TariffKind;
  readonly name: string;
  readonly from: string;
  readonly type: PriceType;
  /** Cents for a kWh, or the currency for a cubic metre of water. With a system variable: the part that is added. */
  readonly price: string;
  readonly times: readonly TimeInput[];
  readonly central: string;
  readonly sysvar: string;
  readonly factor: FactorName;
  /** On top of the system variable, in percent. */
  readonly percent: string;
  /** In the currency; empty for none. */
  readonly fee: string;
  readonly per: 'day' | 'month';
  readonly calorific: string;
  readonly state: string;
}

/** A tariff in a form, and its changes. */
export interface TariffFormProps {
  /** Path of the tariff in the request, for its faults. */
  readonly at: string;
  readonly input: TariffInput;
  readonly currency: string;
  readonly onChange: (part: Partial<TariffInput>) => void;
  readonly onRemove: () => void;
}

/** Thousandths of a cent of one typed unit of a price. */
export const unitOf = (kind: TariffKind): number => (kind === 'water' ? 100_000 : 1_000);

/** A typed number, with a comma or a point; undefined for anything else. */
export function numberIn(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^-?\d{1,12}(?:\.\d{1,9})?$/.test(plain) ? Number(plain) : undefined;
}

export const newTariff = (from: string): TariffInput => ({
  ...{ kind: 'electricity', name: '', from, type: 'fixed', price: '', times: [], central: '', sysvar: '' },
  ...{ factor: 'currency', percent: '', fee: '', per: 'month', calorific: '', state: '' },
});

/** A stored tariff in a form. `write` writes a number as people type it. */
export function inputOf(tariff: EnergyTariff, write: (value: number) => string): TariffInput {
  const { kind, name, valid_from: from, price, base_fee: fee, gas } = tariff;
  const money = (mct: number) => write(mct / unitOf(kind));
  const factor = price.type === 'variable' ? factorOf(price.factor_mct) : undefined;
  return {
    ...newTariff(from),
    ...{ kind, name, type: price.type },
    price: money(price.type === 'variable' ? price.add_mct : price.price_mct),
    times:
      price.type === 'times'
        ? price.times.map((each) => ({
            ...{ days: each.days, from: each.from_hour, to: each.to_hour, price: money(each.price_mct) },
          }))
        : [],
    ...(price.type === 'variable' && { central: price.central, sysvar: price.sysvar }),
    ...(factor !== undefined && { factor: factor.name, percent: factor.percent === 0 ? '' : write(factor.percent) }),
    ...(fee !== undefined && { fee: write(fee.amount_mct / 100_000), per: fee.per }),
    ...(gas !== undefined && { calorific: write(gas.calorific_kwh_m3), state: write(gas.state_number) }),
  };
}

/** The unit with the smallest surcharge that is none below 0. */
function factorOf(factor: number): { readonly name: FactorName; readonly percent: number } {
  const name = (Object.keys(FACTORS) as FactorName[]).find((each) => factor >= FACTORS[each]) ?? 'mwh';
  return { name, percent: Math.round((factor / FACTORS[name] - 1) * 1e6) / 1e4 };
}

/** Members of a form that have a fault. */
export type TariffFault = 'from' | 'price' | 'times' | 'sysvar' | 'percent' | 'fee' | 'gas';

/** The tariff of a form, or the members that are not filled in rightly. */
export function tariffOf(
  input: TariffInput,
): { readonly tariff: EnergyTariff } | { readonly faults: readonly TariffFault[] } {
  const faults: TariffFault[] = [];
  const needed = (text: string, fault: TariffFault, usual?: number): number => {
    const value = text.trim() === '' ? usual : numberIn(text);
    if (value === undefined) faults.push(fault);
    return value ?? 0;
  };
  const money = (text: string, fault: TariffFault, usual?: number) =>
    Math.round(needed(text, fault, usual) * unitOf(input.kind));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(input.from)) faults.push('from');
  const tariff: EnergyTariff = {
    ...{ kind: input.kind, name: input.name.trim(), valid_from: input.from },
    price: priceOf(input, { needed, money, fault: (each) => faults.push(each) }),
    ...(input.fee.trim() !== '' && {
      base_fee: { amount_mct: Math.round(needed(input.fee, 'fee') * 100_000), per: input.per },
    }),
    ...(input.kind === 'gas' && {
      gas: { calorific_kwh_m3: needed(input.calorific, 'gas'), state_number: needed(input.state, 'gas') },
    }),
  };
  return faults.length === 0 ? { tariff } : { faults: [...new Set(faults)] };
}

interface Reader {
  readonly needed: (text: string, fault: TariffFault, usual?: number) => number;
  readonly money: (text: string, fault: TariffFault, usual?: number) => number;
  readonly fault: (fault: TariffFault) => void;
}

function priceOf(input: TariffInput, { needed, money, fault }: Reader): EnergyTariff['price'] {
  if (input.type === 'fixed') return { type: 'fixed', price_mct: money(input.price, 'price') };
  if (input.type === 'times') {
    if (input.times.length === 0) fault('times');
    const times = input.times.map(({ days, from, to, price }) => {
      if (days.length === 0 || to <= from) fault('times');
      return { days: [...days], from_hour: from, to_hour: to, price_mct: money(price, 'times') };
    });
    return { type: 'times', price_mct: money(input.price, 'price'), times };
  }
  if (input.sysvar === '') fault('sysvar');
  const percent = needed(input.percent, 'percent', 0);
  return {
    ...{ type: 'variable', central: input.central, sysvar: input.sysvar },
    factor_mct: Math.round(FACTORS[input.factor] * (1 + percent / 100) * 1e6) / 1e6,
    add_mct: money(input.price, 'price', 0),
  };
}

/** A day of the week and the prices of its hours. */
export interface PricedDay {
  /** 1 is Monday. */
  readonly day: number;
  readonly parts: readonly { readonly from: number; readonly to: number; readonly price: number }[];
}

/** Prices of a week, equal hours that follow each other as one. Undefined for those of a system variable. */
export function weekOf({ price }: Pick<EnergyTariff, 'price'>): readonly PricedDay[] | undefined {
  if (price.type === 'variable') return undefined;
  const times = price.type === 'times' ? price.times : [];
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const parts: { from: number; to: number; price: number }[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      const time = times.find((each) => each.days.includes(day) && each.from_hour <= hour && hour < each.to_hour);
      const found = (time ?? price).price_mct;
      const last = parts.at(-1);
      if (last?.price === found) last.to = hour + 1;
      else parts.push({ from: hour, to: hour + 1, price: found });
    }
    return { day, parts };
  });
}

/** First day whose costs a change of the tariffs alters; undefined where it alters none. */
export function changedFrom(before: EnergyTariffs['tariffs'], after: EnergyTariffs['tariffs']): string | undefined {
  const texts = (tariffs: EnergyTariffs['tariffs']) => new Set(tariffs.map((each) => JSON.stringify(sorted(each))));
  const [old, next] = [texts(before), texts(after)];
  const changed = [
    ...before.filter((each) => !next.has(JSON.stringify(sorted(each)))),
    ...after.filter((each) => !old.has(JSON.stringify(sorted(each)))),
  ];
  return changed.map((each) => each.valid_from).sort()[0];
}

/** Members in one order, without the name, which has no price. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'name');
  return Object.fromEntries(
    members.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, each]) => [name, sorted(each)]),
  );
}
