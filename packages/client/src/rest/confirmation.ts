import type { Confirmation, ConfirmReason } from '@ccu-gateway/contract/types';

/**
 * Reason for a confirmation by people before this value of a data point is written; undefined if none is needed.
 * Programs that write of their own accord need no confirmation: the call confirms it.
 *
 * @example
 * const point = await gateway.call('getDataPoint', { path: { addr: 'LEQ0000001', no: 1, param: 'STATE' } });
 * reasonToAsk(point, true); // 'unlock'
 */
export function reasonToAsk(
  point: { readonly confirm?: Confirmation | undefined; readonly value_list?: readonly string[] | undefined },
  value: unknown,
): ConfirmReason | undefined {
  const { confirm, value_list: options = [] } = point;
  if (confirm === undefined) return undefined;
  const written = typeof value === 'string' ? options.indexOf(value) : value;
  return confirm.unless?.some((each) => each === written) === true ? undefined : confirm.reason;
}
