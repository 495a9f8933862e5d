import type { SysvarSummary } from '@ccu-gateway/contract/types';

/** Display name of a variable; names from the CCU itself may be translated. */
export const labelOf = ({ translated_name, name }: SysvarSummary): string => translated_name || name;

/** Names of its two values, false first; undefined where it has more than two. */
export function twoNamesOf(
  sysvar: SysvarSummary,
  words: readonly [string, string],
): readonly [string, string] | undefined {
  if (sysvar.value_type !== 'LOGIC' && sysvar.value_type !== 'ALARM') return undefined;
  const { translated_value_name_0, translated_value_name_1, value_name_0, value_name_1 } = sysvar;
  return [translated_value_name_0 || value_name_0 || words[0], translated_value_name_1 || value_name_1 || words[1]];
}

/** Number of a text; undefined where it is no number or outside of the range of the variable. */
export function numberWithin(text: string, { min, max, value_type }: SysvarSummary): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  if (!Number.isFinite(number) || (value_type === 'INTEGER' && !Number.isInteger(number))) return undefined;
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) return undefined;
  return number;
}
