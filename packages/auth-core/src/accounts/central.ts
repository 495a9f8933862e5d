/** A central as the settings or the database name it. */
interface CentralEntry {
  readonly name: string;
  readonly enabled: boolean;
}

/**
 * The central that CCU login asks, of those that the configuration has, in its order. A named central that is unknown or
 * disabled is no central; without a name the first enabled one is taken.
 *
 * @example
 * resolveLoginCentral('', [{ name: 'attic', enabled: false }, { name: 'home', enabled: true }])?.name; // 'home'
 */
export function resolveLoginCentral<T extends CentralEntry>(name: string, centrals: readonly T[]): T | null {
  const enabled = centrals.filter((central) => central.enabled);
  return (name === '' ? enabled[0] : enabled.find((central) => central.name === name)) ?? null;
}
