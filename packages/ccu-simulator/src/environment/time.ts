/** Milliseconds since the Unix epoch. */
export type Clock = () => number;

/** The one door to waiting; tests give their own. `after` returns how to call it off. */
export interface Timers {
  after(delayMs: number, run: () => void): () => void;
}
