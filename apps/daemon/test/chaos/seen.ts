/** As `scripts/fleet/README.md` has it. */
export interface Line {
  readonly what: string;
  readonly [member: string]: unknown;
}

type Members = Readonly<Record<string, unknown>>;

interface Term {
  readonly ccu: string;
  readonly token: number;
}

/** What everybody wrote down in a run, on the clock of this machine that only goes forward. */
export interface Seen {
  readonly lines: readonly Line[];
  /** Terms of holders, by the publisher that each has its records from. */
  readonly terms: Map<string, Term>;
  /** Writes, by the trace that each is sent with. */
  readonly writes: Map<string, string>;
  readonly written: Set<string>;
  /** Milliseconds. */
  now(): number;
  say(what: string, members?: Members): void;
  /** The same with the time that a log of another process names. */
  sayAt(time: string, what: string, members: Members): void;
  /** What a time of the wall clock, in milliseconds, is on the clock of the lines. */
  timeOf(wallMs: number): number;
  /** When a CCU said it. */
  emittedAt(event: string): number | undefined;
  /** Throws where times of other processes cannot be compared with those of this one. */
  checkClock(): void;
  end(): void;
}

const LOOK_MS = 10;
/** What is shorter is no reason to be late. */
const STALL_MS = 10;
const STEP_MS = 50;

export function createSeen(): Seen {
  const lines: Line[] = [];
  const emitted = new Map<string, number>();
  const now = () => performance.now();
  const wallOffset = () => Date.now() - performance.now();
  const offset = wallOffset();
  let steppedMs = 0;
  let lookedAt = now();
  const timer = setInterval(() => {
    const at = now();
    if (at - lookedAt > LOOK_MS + STALL_MS) lines.push({ what: 'stalled', t: lookedAt, until: at });
    lookedAt = at;
    steppedMs = Math.max(steppedMs, Math.abs(wallOffset() - offset));
  }, LOOK_MS);
  const timeOf = (wallMs: number) => wallMs - offset;
  return {
    lines,
    terms: new Map(),
    writes: new Map(),
    written: new Set(),
    now,
    timeOf,
    say(what, members = {}) {
      const t = now();
      lines.push({ what, t, ...members });
      if (what === 'emitted') emitted.set(String(members.event), t);
    },
    emittedAt: (event) => emitted.get(event),
    sayAt: (time, what, members) => void lines.push({ what, t: timeOf(Date.parse(time)), ...members }),
    checkClock() {
      if (steppedMs > STEP_MS)
        throw new Error(`the clock of the machine was set by ${steppedMs} ms: nothing can be said`);
    },
    end: () => clearInterval(timer),
  };
}
