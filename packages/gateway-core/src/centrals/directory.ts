/** What is known of a CCU without being connected to it. */
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
  /** What the database holds, as read at start. */
  load(entries: readonly DirectoryEntry[]): void;
  /** One was created, or changed: it keeps its place then. */
  put(entry: DirectoryEntry): void;
  drop(name: string): void;
}

/**
 * Holds the CCUs of the configuration file until it is told which ones count. `changed` is called after every change.
 *
 * @example
 * const directory = createCentralDirectory(config.centrals, () => server.announceCentrals());
 */
export function createCentralDirectory(
  configured: readonly DirectoryEntry[],
  changed: () => void = () => undefined,
): CentralDirectory {
  let entries: readonly DirectoryEntry[] = configured.map(entryOf);
  return {
    entries: () => entries,
    load(present) {
      entries = present.map(entryOf);
      changed();
    },
    put(central) {
      const entry = entryOf(central);
      const isKnown = entries.some(({ name }) => name === entry.name);
      entries = isKnown ? entries.map((each) => (each.name === entry.name ? entry : each)) : [...entries, entry];
      changed();
    },
    drop(name) {
      entries = entries.filter((entry) => entry.name !== name);
      changed();
    },
  };
}

function entryOf({ name, enabled, host }: DirectoryEntry): DirectoryEntry {
  return { name, enabled, host };
}
