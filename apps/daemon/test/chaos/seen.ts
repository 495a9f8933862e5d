import { monitorEventLoopDelay } from 'node:perf_hooks';

/** As `scripts/fleet/README.md` has it. */
export interface Line {
  readonly what: string;
  readonly [member: string]: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** What everybody wrote down in a run, on the clock of this machine that only goes forward. */
export interface Seen {
  readonly lines: readonly Line[];
  /** Milliseconds. */
  now(): number;
  say(what: string, members?: Members): void;
  /** The same with the time that a log of another process names. */
  sayAt(time: string, what: string, members: Members): void;
  /** When a CCU said it. */
  emittedAt(event: string): number | undefined;
  /** The longest time in milliseconds for which this process did not come to write anything down. */
  latestMs(): number;
  end(): void;
}

export function createSeen(): Seen {
  const lines: Line[] = [];
  const emitted = new Map<string, number>();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const now = () => performance.now();
  return {
    lines,
    now,
    say(what, members = {}) {
      const t = now();
      lines.push({ what, t, ...members });
      if (what === 'emitted') emitted.set(String(members.event), t);
    },
    emittedAt: (event) => emitted.get(event),
    sayAt: (time, what, members) => void lines.push({ what, t: Date.parse(time) - performance.timeOrigin, ...members }),
    latestMs: () => delay.max / 1e6,
    end: () => delay.disable(),
  };
}
