import { randomBytes } from 'node:crypto';
import type { AuditSink, AuthLogger, Clock, Random } from './ports.js';

/** Longest delay a timer takes; Node turns every longer one into a millisecond. */
export const longestTimerMs = 2_147_483_647;

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, Math.min(delayMs, longestTimerMs));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Random bytes of the machine (`crypto.randomBytes`). */
export const systemRandom: Random = (size) => randomBytes(size);

/** A logger that writes nothing. */
export const silentLogger: AuthLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const silentAudit: AuditSink = { write: () => undefined };
