/** Parameters that may report sabotage, of any channel. */
export const SABOTAGE_PARAMETERS = ['SABOTAGE', 'ERROR_SABOTAGE', 'ERROR'] as const;

/**
 * True where a value reports sabotage; undefined for a parameter that never does. HmIP has a flag for it, BidCos a value
 * `SABOTAGE` in the list of an error.
 *
 * @example
 * sabotageReport('ERROR', 1, ['NO_ERROR', 'SABOTAGE']); // true
 */
export function sabotageReport(
  parameter: string,
  value: unknown,
  valueList: readonly string[] | undefined,
): boolean | undefined {
  if (!SABOTAGE_PARAMETERS.some((each) => each === parameter)) return undefined;
  if (valueList?.includes('SABOTAGE')) return typeof value === 'number' && valueList[value] === 'SABOTAGE';
  return parameter === 'ERROR' ? undefined : value === true;
}
