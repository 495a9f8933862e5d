import type { Time } from '../time/time.js';

/** Reports the state of the gateway to systemd; does nothing where systemd has not started it. */
export interface ServiceManager {
  ready(status: string): Promise<void>;
  reloading(): Promise<void>;
  stopping(): Promise<void>;
}

export interface ServiceManagerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly time: Pick<Time, 'after'>;
  /** Microseconds of the clock that never goes back. */
  readonly monotonicUs: () => bigint;
  /** Runs `systemd-notify` with these assignments. */
  readonly send: (assignments: readonly string[]) => Promise<void>;
  /** Called once, when a message could not be sent. */
  readonly failed: (error: unknown) => void;
}

/** Twice in each interval of the watchdog, as the manual of systemd advises. */
const PART_OF_WATCHDOG = 2;
const US_PER_MS = 1000;

/**
 * Uses systemd's notify protocol through its program `systemd-notify`, because Node has no datagram sockets with a
 * path. The sign of life comes from a timer of the event loop: a loop that hangs sends none, and systemd restarts the
 * gateway.
 */
export function createServiceManager(options: ServiceManagerOptions): ServiceManager {
  const { env, pid, time, monotonicUs, send, failed } = options;
  if (!env.NOTIFY_SOCKET) return { ready: nothing, reloading: nothing, stopping: nothing };
  let reported = false;
  let line = Promise.resolve();
  let waiting = 0;

  // One after the other: READY must not overtake RELOADING.
  function say(...assignments: string[]): Promise<void> {
    waiting += 1;
    line = line
      .then(() => send(assignments))
      .catch((error: unknown) => {
        if (!reported) failed(error);
        reported = true;
      })
      .finally(() => {
        waiting -= 1;
      });
    return line;
  }

  const everyMs = watchdogMs(env, pid);
  let watched = false;
  const watch = () => {
    if (watched || everyMs === undefined) return;
    watched = true;
    const beat = () => {
      time.after(everyMs, beat);
      // A machine that is too slow to send them gets no queue of them.
      if (waiting === 0) void say('WATCHDOG=1');
    };
    time.after(everyMs, beat);
  };

  return {
    ready(status) {
      watch();
      return say('READY=1', `STATUS=${status}`);
    },
    reloading: () => say('RELOADING=1', `MONOTONIC_USEC=${monotonicUs()}`),
    stopping: () => say('STOPPING=1'),
  };
}

async function nothing(): Promise<void> {
  // No service manager is there.
}

function watchdogMs({ WATCHDOG_USEC: us, WATCHDOG_PID: of }: ServiceManagerOptions['env'], pid: number) {
  if (us === undefined || !/^\d{1,15}$/.test(us) || Number(us) === 0) return undefined;
  // Meant for another process of the unit.
  if (of !== undefined && of !== '' && of !== String(pid)) return undefined;
  return Math.max(1, Math.floor(Number(us) / US_PER_MS / PART_OF_WATCHDOG));
}
