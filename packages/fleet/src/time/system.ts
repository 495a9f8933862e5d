import { uptime } from 'node:os';
import type { FleetEnvironment } from '../model/environment.js';

/**
 * The clocks and timers of this process. Wall clocks are never read. `elapsed` stands still while the machine is
 * suspended, `elapsedAtMost` does not: a process that waits for the end of another one's right uses the first, one that
 * has a right the second.
 *
 * @example
 * const keeper = openLeaseKeeper({ table, name: 'link-1', environment: systemEnvironment() });
 */
export function systemEnvironment(): FleetEnvironment {
  const elapsed = () => Number(process.hrtime.bigint()) / 1e6;
  // Uptime of the machine goes on in suspend, and is in seconds with two decimals.
  const awakeAt = elapsed();
  const bootedAt = uptime() * 1_000;
  return {
    elapsed,
    elapsedAtMost: () => Math.max(elapsed(), awakeAt + uptime() * 1_000 - bootedAt),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
  };
}

/** Waits this long, or until the signal aborts. */
export function pause(after: FleetEnvironment['after'], ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = after(ms, done);
    signal?.addEventListener('abort', done);
    if (signal?.aborted === true) done();
  });
}
