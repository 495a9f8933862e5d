import type { DeviceSummary } from '@ccu-gateway/contract/types';

/** Address of the page of a device, or of one of its parts, relative to the base: for links and `useHere().go`. */
export function devicePath({ central, address }: Pick<DeviceSummary, 'central' | 'address'>, part = ''): string {
  const path = `devices/${encodeURIComponent(central ?? '')}/${encodeURIComponent(address)}`;
  return part === '' ? path : `${path}/${part}`;
}
