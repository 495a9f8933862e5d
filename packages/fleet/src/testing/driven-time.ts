import type { FleetEnvironment } from '../model/environment.js';

/** Time that passes only when a test advances it. */
export interface DrivenTime {
  readonly environment: FleetEnvironment;
  /** Lets time pass, timer by timer; their work that needs no time is done when it resolves. */
  advance(ms: number): Promise<void>;
  /** Lets this much pass at once, as for a process that was stopped: timers run only afterwards. */
  jump(ms: number): void;
}

/**
 * An environment for tests.
 *
 * @example
 * const time = createDrivenTime();
 * const keeper = openLeaseKeeper({ table, name: 'link-1', environment: time.environment });
 * await time.advance(10_000);
 */
export function createDrivenTime(random: () => number = Math.random): DrivenTime {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 0;
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const elapsed = () => now;
  return {
    environment: {
      elapsed,
      elapsedAtMost: elapsed,
      after(ms, run) {
        const timer = { at: now + ms, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      random,
    },
    async advance(ms) {
      const end = now + ms;
      await settled();
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
        await settled();
      }
      now = Math.max(now, end);
    },
    jump(ms) {
      now += ms;
    },
  };
}
