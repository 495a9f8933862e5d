/** How far a broker has been told what has no lasting value. */
export interface Position {
  readonly epoch: string;
  readonly seq: number;
}

/** Where positions outlive the process. */
export interface PositionStore {
  /** Undefined for a broker that was never told anything. */
  load(broker: string): Promise<Position | undefined>;
  save(broker: string, position: Position): Promise<void>;
}

/** Keeps the newest position of a broker, one write at a time, so that a fast house writes no more often than the disk does. */
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
