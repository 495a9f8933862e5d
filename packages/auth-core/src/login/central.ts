/** A central as the settings or the database name it. */
export interface CentralEntry {
  readonly name: string;
  readonly enabled: boolean;
}

export interface CentralTiers<T extends CentralEntry> {
  /** Rows of the database, in their order. */
  readonly persisted: readonly T[];
  /** Entries of the configuration file, in their order. */
  readonly configured: readonly T[];
}

/**
 * The central that CCU login asks. As soon as the database holds any row it alone counts, so that a central deleted
 * there does not come back through the file. A named central that is unknown or disabled is no central; without a name
 * the first enabled one is taken.
 */
export function resolveLoginCentral<T extends CentralEntry>(name: string, tiers: CentralTiers<T>): T | null {
  const tier = tiers.persisted.length > 0 ? tiers.persisted : tiers.configured;
  const enabled = tier.filter((central) => central.enabled);
  return (name === '' ? enabled[0] : enabled.find((central) => central.name === name)) ?? null;
}
