/** Clock and timers of a gateway. */
export interface Time {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls once after the delay; the answer cancels. Does not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void;
}
