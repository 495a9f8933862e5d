import { AsyncLocalStorage } from 'node:async_hooks';
import { defined, type Finding } from '@ccu-gateway/gateway-core/parts';
import type { Log } from '../log/log.js';
import type { Time } from '../time/time.js';

/** How a part ends and begins again. */
export interface PartControl {
  stop(): Promise<void> | void;
  start(): Promise<void> | void;
}

/** A fault that no code has taken. */
export interface PartFault {
  /** Undefined where the fault came from no part. */
  readonly part: string | undefined;
  readonly error: unknown;
}

/**
 * Bridges, links and jobs of the gateway, each of which may fail without ending the others. A fault that no code takes stops the part
 * that it came from. The part is started again once after a pause; after another fault it rests for minutes.
 */
export interface Parts {
  /** Runs it as this part: asynchronous work that it starts belongs to the part until its end. */
  in<T>(part: string, work: () => T): T;
  /** The same for a call from another part; its exception is a fault of this part. */
  guard(part: string, work: () => void): void;
  /** From now on a fault stops the part. The answer ends that. */
  control(part: string, control: PartControl): () => void;
  /** An operator has changed the part: earlier faults count no more. */
  forgive(part: string): void;
  /** The gateway has started: from now on a fault of no part ends no start. */
  started(): void;
  /** Takes a fault of the part that runs. False where the process must end. */
  fault(error: unknown): boolean;
  observe(listener: (fault: PartFault) => void): void;
  findings(): readonly (Finding & { readonly name: string })[];
  /** Starts nothing again from now on. */
  close(): void;
}

export interface PartsOptions {
  readonly time: Time;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Faults of no part come so often that the state of the gateway is in doubt. */
  readonly inDoubt: () => void;
}

/** From a fault to the second start. */
export const RESTART_PAUSE_MS = 15_000;
/** Between the second start and the third one. */
export const REST_MS = 600_000;
/** How long a fault is shown that stopped nothing. */
const SHOWN_MS = 86_400_000;
/** A part that does not end in time is left behind. */
const STOP_MS = 5_000;
/** So many faults of no part in a minute are too many. */
export const DOUBT_FAULTS = 10;
const DOUBT_MS = 60_000;
const LOG_AGAIN_MS = 60_000;
const NO_PART = 'other';

interface Failed {
  readonly why: string;
  readonly at: number;
  /** When it is started again; undefined while it runs or cannot be stopped. */
  startsAt?: number | undefined;
  startedAgainAt?: number | undefined;
  stopped?: Promise<void>;
  cancel?: () => void;
}

export function createParts(options: PartsOptions): Parts {
  return new GuardedParts(options);
}

/**
 * The part that runs, of the gateway that it is a part of. One for all gateways of a process: Node 20 and 22 slow down each promise by
 * each storage that was ever used.
 */
const running = new AsyncLocalStorage<{ readonly parts: Parts; readonly part: string }>();

/** A class, because it holds the state of each part. */
class GuardedParts implements Parts {
  private readonly controls = new Map<string, PartControl>();
  private readonly failed = new Map<string, Failed>();
  private readonly logged = new Map<string, number>();
  private readonly listeners: ((fault: PartFault) => void)[] = [];
  private unattributed: readonly number[] = [];
  private hasStarted = false;
  private isClosed = false;

  constructor(private readonly options: PartsOptions) {}

  in<T>(part: string, work: () => T): T {
    return running.run({ parts: this, part }, work);
  }

  guard(part: string, work: () => void): void {
    this.in(part, () => {
      try {
        work();
      } catch (error) {
        this.fault(error);
      }
    });
  }

  control(part: string, control: PartControl): () => void {
    this.controls.set(part, control);
    return () => {
      if (this.controls.get(part) !== control) return;
      this.controls.delete(part);
      this.forgive(part);
    };
  }

  forgive(part: string): void {
    this.failed.get(part)?.cancel?.();
    this.failed.delete(part);
  }

  started(): void {
    this.hasStarted = true;
  }

  observe(listener: (fault: PartFault) => void): void {
    this.listeners.push(listener);
  }

  fault(error: unknown): boolean {
    const current = running.getStore();
    // The handling of the fault belongs to no part.
    return running.exit(() => this.take(current?.parts === this ? current.part : undefined, error));
  }

  findings(): readonly (Finding & { readonly name: string })[] {
    const now = this.options.time.now();
    return [...this.failed].flatMap(([name, failed]) => {
      const finding = findingOf(failed, now);
      return finding === undefined ? [] : [{ name, ...finding }];
    });
  }

  close(): void {
    this.isClosed = true;
    for (const { cancel } of this.failed.values()) cancel?.();
  }

  private take(part: string | undefined, error: unknown): boolean {
    if (part === undefined && !this.hasStarted) return false;
    const control = part === undefined ? undefined : this.controls.get(part);
    if (part === undefined) this.count();
    if (part !== undefined && control !== undefined) this.fail(part, control, error);
    else this.note(part ?? NO_PART, error);
    return true;
  }

  /** It cannot be stopped: it continues, and the fault is shown. */
  private note(part: string, error: unknown): void {
    this.failed.set(part, { why: wordOf(error), at: this.options.time.now() });
    this.tell(part, error);
  }

  private fail(part: string, control: PartControl, error: unknown): void {
    const before = this.failed.get(part);
    // A fault during or after the end is one of the last life.
    if (before?.startsAt !== undefined) {
      this.tell(part, error);
      return;
    }
    const now = this.options.time.now();
    const { startedAgainAt } = before ?? {};
    const isFirst = startedAgainAt === undefined || now - startedAgainAt >= REST_MS;
    this.rest(part, control, {
      why: wordOf(error),
      at: now,
      startsAt: isFirst ? now + RESTART_PAUSE_MS : startedAgainAt + REST_MS,
    });
    this.tell(part, error);
  }

  private rest(part: string, control: PartControl, failed: Failed & { readonly startsAt: number }): void {
    const { time, log } = this.options;
    this.failed.set(part, failed);
    failed.stopped = this.within(
      STOP_MS,
      this.in(part, async () => control.stop()),
    ).catch((error: unknown) => {
      log.warn('part.not_stopped', { part, error });
    });
    if (this.isClosed) return;
    failed.cancel = time.after(failed.startsAt - time.now(), () => void this.begin(part, control, failed));
  }

  private async begin(part: string, control: PartControl, failed: Failed): Promise<void> {
    await failed.stopped;
    if (this.isClosed || this.failed.get(part) !== failed) return;
    const { time, log } = this.options;
    const now = time.now();
    failed.startsAt = undefined;
    failed.startedAgainAt = now;
    log.info('part.started_again', { part });
    try {
      await this.in(part, async () => control.start());
    } catch (error) {
      // A fault of its own may have come first.
      if (this.failed.get(part) !== failed || failed.startsAt !== undefined) return;
      this.fail(part, control, error);
    }
  }

  private count(): void {
    const now = this.options.time.now();
    this.unattributed = [...this.unattributed.filter((at) => now - at < DOUBT_MS), now];
    if (this.unattributed.length < DOUBT_FAULTS) return;
    this.unattributed = [];
    this.options.inDoubt();
  }

  private tell(part: string, error: unknown): void {
    const now = this.options.time.now();
    // A part that cannot be stopped may fail a thousand times a second.
    if (now - (this.logged.get(part) ?? Number.NEGATIVE_INFINITY) < LOG_AGAIN_MS) return;
    this.logged.set(part, now);
    const startsAt = this.failed.get(part)?.startsAt;
    const next = startsAt === undefined ? undefined : new Date(startsAt).toISOString();
    this.options.log.error('part.failed', { part, error, ...defined({ startsAgainAt: next }) });
    for (const listener of this.listeners) listener({ part: part === NO_PART ? undefined : part, error });
  }

  private async within(limitMs: number, work: Promise<void>): Promise<void> {
    let cancel = () => {};
    const late = new Promise<never>((_, fail) => {
      cancel = this.options.time.after(limitMs, () => fail(new Error(`not stopped within ${limitMs} ms`)));
    });
    await Promise.race([work, late]).finally(() => cancel());
  }
}

function findingOf({ why, at, startsAt, startedAgainAt }: Failed, now: number): Finding | undefined {
  if (startsAt !== undefined) {
    const again = new Date(startsAt).toISOString();
    return {
      status: 'degraded',
      reason: 'part_stopped',
      note: `stopped after a fault (${why}), and starts again at ${again} or with its next change: the log has the fault`,
    };
  }
  if (startedAgainAt !== undefined) {
    if (now - startedAgainAt >= REST_MS) return undefined;
    return { status: 'degraded', reason: 'part_restarted', note: `started again after a fault (${why}): see the log` };
  }
  if (now - at >= SHOWN_MS) return undefined;
  return { status: 'degraded', reason: 'part_fault', note: `a fault was not expected (${why}): see the log` };
}

/** A message may hold data that only the log, which redacts, may show. */
function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : error.name;
}
