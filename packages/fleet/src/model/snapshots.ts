/** The state of something, up to a number of a log. */
export interface Snapshot {
  /** Of the log. */
  readonly epoch: string;
  /** Everything up to this number is in it. */
  readonly seq: number;
  readonly bytes: Uint8Array;
}

/** The newest snapshot of each key. */
export interface SnapshotStore {
  /**
   * Replaces the one of this key, all at once. `older`: there is one of the same epoch with a higher number, or another was put
   * at the same time; it is kept. Rejects when no server answers: then the old or the new one is there, and it is whole.
   */
  put(key: string, snapshot: Snapshot): Promise<'put' | 'older'>;
  /**
   * The newest; `undefined` where there is none. Rejects with `FleetRefusedError` where it is not whole, or has another
   * maker; with another error where it could not be read in time, which proves nothing about it.
   */
  get(key: string): Promise<Snapshot | undefined>;
  remove(key: string): Promise<void>;
  close(): void;
}
