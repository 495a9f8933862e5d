/** Position of a broker in the events without lasting value. */
export interface Position {
  readonly epoch: string;
  readonly seq: number;
}

/** Where positions outlive the process. */
export interface PositionStore {
  /** Undefined for a new broker. */
  load(broker: string): Promise<Position | undefined>;
  save(broker: string, position: Position): Promise<void>;
}

/**
 * Stores the newest position of a broker, one write at a time, so that frequent events cause no more writes than the
 * disk can take.
 */
export interface PositionKeeper {
  moved(position: Position): void;
  /** Resolves when the newest is saved. */
  flush(): Promise<void>;
}

export function createPositionKeeper(
  store: PositionStore,
  broker: string,
  onError: (error: unknown) => void,
): PositionKeeper {
  let newest: Position | undefined;
  let saving: Promise<void> | undefined;

  async function saveAll(): Promise<void> {
    while (newest !== undefined) {
      const position = newest;
      newest = undefined;
      await store.save(broker, position).catch(onError);
    }
    saving = undefined;
  }

  return {
    moved(position) {
      newest = position;
      saving ??= saveAll();
    },
    flush: async () => saving,
  };
}
