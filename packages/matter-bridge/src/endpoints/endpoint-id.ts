/** `CCU/ADDRESS:CHANNEL` with an address as makers give them, and the parts of an endpoint. */
const ORDINARY = /^(?:[^/]*\/)?[A-Za-z0-9-]+(?::\d+(?:\/.*)?)?$/;

/**
 * An id that the library takes: its storage splits at dots. Of an address with other characters, each of them becomes `__` and
 * four hexadecimal digits, so that no two keys have one id.
 *
 * @example
 * idFor('home/0001D3C99C0001:3'); // 'home_0001D3C99C0001_3'
 */
export function idFor(key: string): string {
  if (ORDINARY.test(key)) return key.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return key.replaceAll(/[^A-Za-z0-9-]/g, (unit) => `__${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
