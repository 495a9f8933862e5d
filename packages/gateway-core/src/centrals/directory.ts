/** Facts about a CCU that need no connection to it. */
export interface DirectoryEntry {
  readonly name: string;
  readonly enabled: boolean;
  readonly host: string;
}

/**
 * The CCUs that the configuration and the database name, in their order. It knows nothing of connections: whether one of
 * them is just being renewed, or closed because the gateway stops, changes nothing here.
 */
export interface CentralDirectory {
  entries(): readonly DirectoryEntry[];
  /** All CCUs of the database, in its order. */
  load(entries: readonly DirectoryEntry[]): void;
  /** Adds or changes a CCU; a changed one keeps its position. */
  put(entry: DirectoryEntry): void;
  drop(name: string): void;
}

/**
 * Holds the CCUs of the configuration file until `load` replaces them. `changed` is called after every change, once for
 * any number of CCUs, and not without a difference.
 *
 * @example
 * const directory = createCentralDirectory(config.centrals, () => server.announceCentrals());
 */
export function createCentralDirectory(
  configured: readonly DirectoryEntry[],
  changed: () => void = () => undefined,
): CentralDirectory {
  let entries: readonly DirectoryEntry[] = configured.map(entryOf);
  const take = (next: readonly DirectoryEntry[]) => {
    const isSame = next.length === entries.length && next.every((entry, index) => isEqual(entry, entries[index]));
    if (isSame) return;
    entries = next;
    changed();
  };
  return {
    entries: () => entries,
    load: (present) => take(present.map(entryOf)),
    put(central) {
      const entry = entryOf(central);
      const isKnown = entries.some(({ name }) => name === entry.name);
      take(isKnown ? entries.map((each) => (each.name === entry.name ? entry : each)) : [...entries, entry]);
    },
    drop: (name) => take(entries.filter((entry) => entry.name !== name)),
  };
}

function isEqual(one: DirectoryEntry, other: DirectoryEntry | undefined): boolean {
  return one.name === other?.name && one.enabled === other.enabled && one.host === other.host;
}

function entryOf({ name, enabled, host }: DirectoryEntry): DirectoryEntry {
  return { name, enabled, host };
}
