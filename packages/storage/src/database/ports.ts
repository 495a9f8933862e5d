/** The one door to time. */
export interface StorageClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once after the delay; the answer cancels. Must not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Structured log: an event name and flat fields. */
export interface StorageLogger {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Longest delay a timer takes; Node turns every longer one into a millisecond. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The clock of the machine. */
export const systemClock: StorageClock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, LONGEST_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const silence = () => undefined;

/** Logs nothing. */
export const silentLogger: StorageLogger = { info: silence, warn: silence, error: silence };
