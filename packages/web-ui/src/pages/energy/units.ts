import { useFormats, useServices } from '../../context/services.js';
import type { EnergyKind } from './energy-sums.js';

export const UNITS: Readonly<Record<EnergyKind, string>> = { electricity: 'kWh', gas: 'm³', water: 'm³' };

/** Of one unit of a currency. */
export const MCT = 100_000;

/** Texts of amounts and money in the language of the page. */
export function useUnits(kind: EnergyKind, currency: string) {
  const formats = useFormats();
  const { language } = useServices();
  const money = new Intl.NumberFormat(language.current.value, { style: 'currency', currency });
  return {
    amount: (value: number) => `${formats.number(value)} ${UNITS[kind]}`,
    money: (mct: number) => money.format(mct / MCT),
  };
}
