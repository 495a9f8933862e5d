/** Clock and timers of a gateway. */
export interface Time {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls once after the delay; the answer cancels. Does not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Resolves in a later turn of the event loop: long work lets everything else have its turn in between. */
export type NextTurn = () => Promise<void>;
