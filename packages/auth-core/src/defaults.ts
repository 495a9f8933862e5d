import { randomBytes } from 'node:crypto';
import type { AuditSink, AuthLogger, Clock, Random } from './ports.js';

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = (size) => randomBytes(size);

export const silentLogger: AuthLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const silentAudit: AuditSink = { write: () => undefined };
