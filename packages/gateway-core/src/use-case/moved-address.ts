/**
 * The same device or channel at another device.
 *
 * @example
 * movedAddress('OLD:1', 'OLD', 'NEW'); // 'NEW:1'
 */
export function movedAddress(address: string, from: string, to: string): string {
  if (address === from) return to;
  return address.startsWith(`${from}:`) ? to + address.slice(from.length) : address;
}
