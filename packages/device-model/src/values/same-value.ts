import type { WireValue } from '@ccu-gateway/ccu-client';

export function sameValue(a: WireValue, b: WireValue): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
