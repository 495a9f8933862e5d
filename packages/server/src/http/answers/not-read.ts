import type { HubList, Scope } from '@ccu-gateway/device-model';
import { notReadFrom } from '@ccu-gateway/gateway-core/use-cases';

export const NOT_READ_HEADER = {
  'X-Not-Read': 'CCUs without entries, because the list was never read from them',
};

/** The header that names the CCUs missing from a list; none if the list is complete. */
export function notReadHeader(
  ports: Parameters<typeof notReadFrom>[0],
  list: HubList,
  scope: Scope,
): Readonly<Record<string, string>> {
  const missing = notReadFrom(ports, list, scope);
  return missing.length === 0 ? {} : { 'x-not-read': missing.map(encodeURIComponent).join(', ') };
}
