import { isCcuError } from '../model/errors.js';
import type { RollbackReason } from '../model/model.js';
import type { TypedValue, WriteRequest } from '../model/operations-model.js';
import type { Now, Random, Timers } from '../model/ports.js';
import { createBackoff } from '../time/backoff.js';
import { abortError, pause } from '../time/wait.js';
import { paramsetOf } from './item.js';
import type { Journal, SentValue } from './journal.js';
import type { ConfigWatch, Watch } from './pending.js';

/** A written paramset, until its outcome is known. */
interface TrackedParamset {
  readonly place: string;
  readonly request: WriteRequest;
  /** Values that no later write has replaced. */
  readonly values: Map<string, SentValue>;
  readonly watch: Watch;
  /** Aborts when it is no longer tracked. */
  readonly done: AbortController;
  sleeping: boolean;
}

function newParamset(request: WriteRequest, sent: readonly SentValue[], watch: Watch): TrackedParamset {
  return {
    place: JSON.stringify([request.channelAddress, paramsetOf(request)]),
    request,
    values: new Map(sent.map((each) => [each.parameter, each])),
    watch,
    done: new AbortController(),
    sleeping: false,
  };
}

/** The tracked paramsets of an interface. */
class TrackedParamsets {
  readonly #open = new Set<TrackedParamset>();
  readonly #journal: Pick<Journal, 'note' | 'settle'>;
  readonly #rolledBack: (sent: SentValue, reason: RollbackReason) => void;

  constructor(
    journal: Pick<Journal, 'note' | 'settle'>,
    rolledBack: (sent: SentValue, reason: RollbackReason) => void,
  ) {
    this.#journal = journal;
    this.#rolledBack = rolledBack;
  }

  /** Tracks this paramset; older writes of it give up the parameters that it replaces. */
  track(paramset: TrackedParamset): void {
    for (const older of this.#open) {
      if (older.place !== paramset.place) continue;
      for (const parameter of paramset.values.keys()) older.values.delete(parameter);
      if (older.sleeping && older.values.size === 0) this.forget(older);
    }
    this.#open.add(paramset);
  }

  forget(paramset: TrackedParamset): void {
    paramset.watch.end();
    paramset.done.abort();
    this.#open.delete(paramset);
    for (const sent of paramset.values.values()) this.#journal.settle(sent);
  }

  /** Notes that the device sleeps; the journal keeps that for the next start. */
  markAsleep(paramset: TrackedParamset): void {
    paramset.sleeping = true;
    for (const [parameter, sent] of paramset.values) {
      const asleep = { ...sent, asleep: true };
      paramset.values.set(parameter, asleep);
      this.#journal.note(asleep);
    }
  }

  /** Rolls back those of these parameters that are still among its values; returns their number. */
  rollBack(paramset: TrackedParamset, parameters: Iterable<string>, reason: RollbackReason): number {
    const gone = [...parameters].flatMap((parameter) => paramset.values.get(parameter) ?? []);
    for (const sent of gone) {
      this.#journal.settle(sent);
      this.#rolledBack(sent, reason);
    }
    return gone.length;
  }

  /** Takes back a paramset that was not sent: the values of an older write of the same paramset count again. */
  takeBack(paramset: TrackedParamset): void {
    for (const sent of paramset.values.values()) {
      const older = [...this.#open].find(({ place, values }) => place === paramset.place && values.has(sent.parameter));
      if (older === undefined) this.#journal.settle(sent);
      else this.#journal.note(older.values.get(sent.parameter)!);
    }
  }
}

interface ParamsetProofDeps {
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  /** Milliseconds after which a configuration is given up that the device has not taken. */
  readonly sleepMs: number;
  readonly closing: AbortSignal;
  readonly readWrong: (request: WriteRequest, values: ReadonlyMap<string, TypedValue>) => Promise<readonly string[]>;
  readonly complain: (event: string, message: string) => void;
}

/** Finds out the outcome of a written paramset, and ends tracking it. */
interface ParamsetProof {
  /** Rejects when it cannot be read now. */
  now(paramset: TrackedParamset): Promise<'confirmed' | 'mismatch' | 'superseded'>;
  /** Tries until it could be read, or clearly never will be. Reading is safe to repeat. */
  whenReadable(paramset: TrackedParamset): Promise<void>;
  /** The same, a moment later: it could not be read just now. */
  soon(paramset: TrackedParamset): Promise<void>;
  /** Waits until the device has taken it or has had time enough, and reads it back in either case. */
  whenAwake(paramset: TrackedParamset): Promise<void>;
}

/** Refused readings of a paramset until its proof is given up. */
const MAX_REFUSALS = 5;
const READ_AGAIN = { minMs: 2_000, maxMs: 300_000 } as const;

function createParamsetProof(deps: ParamsetProofDeps, tracked: TrackedParamsets): ParamsetProof {
  const { closing, timers } = deps;

  async function now(paramset: TrackedParamset): Promise<'confirmed' | 'mismatch' | 'superseded'> {
    const asked = new Map([...paramset.values].map(([parameter, { value }]) => [parameter, value]));
    const wrong = asked.size === 0 ? [] : await deps.readWrong(paramset.request, asked);
    // Values that a newer write took over during the reading are no longer among these.
    const count = tracked.rollBack(paramset, wrong, 'mismatch');
    const isSuperseded = paramset.values.size === 0;
    tracked.forget(paramset);
    if (count > 0) return 'mismatch';
    return isSuperseded ? 'superseded' : 'confirmed';
  }

  async function whenReadable(paramset: TrackedParamset): Promise<void> {
    const backoff = createBackoff({ ...READ_AGAIN, random: deps.random });
    for (let refusals = 0; !closing.aborted; ) {
      try {
        await now(paramset);
        return;
      } catch (error) {
        if (closing.aborted) return;
        deps.complain('writes.unproved', 'a written configuration cannot be read back yet');
        if (isCcuError(error) && error.code === 'fault') refusals += 1;
        if (refusals >= MAX_REFUSALS || isOver(paramset)) {
          tracked.rollBack(paramset, paramset.values.keys(), 'timeout');
          tracked.forget(paramset);
          return;
        }
      }
      await pause(timers, backoff.next(), closing);
    }
  }

  function remainingMs({ values }: TrackedParamset): number {
    const newest = Math.max(...[...values.values()].map(({ at }) => at));
    return Math.max(0, newest + deps.sleepMs - deps.now());
  }

  function isOver(paramset: TrackedParamset): boolean {
    return paramset.values.size === 0 || remainingMs(paramset) === 0;
  }

  return {
    now,
    whenReadable,
    async soon(paramset) {
      await pause(timers, READ_AGAIN.minMs, closing);
      await whenReadable(paramset);
    },
    async whenAwake(paramset) {
      tracked.markAsleep(paramset);
      const { watch, done } = paramset;
      await pause(timers, remainingMs(paramset), AbortSignal.any([closing, done.signal, watch.taken]));
      if (!closing.aborted && !done.signal.aborted) await whenReadable(paramset);
    },
  };
}

type Values = ReadonlyMap<string, TypedValue>;

/** Proves writes of MASTER and LINK, which a CCU confirms long before the device has them. */
export interface Configurations {
  /** Call before sending. */
  begin(request: WriteRequest, values: Values): Configuration;
  /** Goes on proving values that an earlier run sent; all of one paramset. */
  resume(request: WriteRequest, left: readonly SentValue[]): void;
}

interface Configuration {
  /**
   * It was sent. Settles when the device has taken it, or shows no sign of having to, and it was read back; or as
   * `pending` while the device still waits for it. Then it is read back when the device has taken it, however late.
   * Rejects when it cannot be read now; that is tried again, until it is read or rolled back.
   */
  proof(): Promise<'confirmed' | 'mismatch' | 'pending' | 'superseded'>;
  /** It was sent, and the CCU itself reported that the device sleeps. */
  asleep(): void;
  /** It was not sent. */
  end(): void;
}

interface ConfigurationDeps extends ParamsetProofDeps {
  readonly watch: ConfigWatch;
  readonly journal: Pick<Journal, 'note' | 'settle'>;
  readonly readBackMs: number;
  readonly rollBack: (sent: SentValue, reason: RollbackReason) => void;
}

export function createConfigurations(deps: ConfigurationDeps): Configurations {
  const tracked = new TrackedParamsets(deps.journal, deps.rollBack);
  const prove = createParamsetProof(deps, tracked);

  return {
    begin(request, values) {
      const watch = deps.watch.begin(request.channelAddress);
      const sent = sentValues(request, values, deps.now());
      const paramset = newParamset(request, sent, watch);
      // Before it is sent, because afterwards might be too late.
      for (const each of sent) deps.journal.note(each);
      return {
        proof() {
          tracked.track(paramset);
          return proofOf(paramset, prove, deps);
        },
        asleep() {
          tracked.track(paramset);
          void prove.whenAwake(paramset);
        },
        end() {
          watch.end();
          // After a close in the middle of a call, the next start reads it back.
          if (!deps.closing.aborted) tracked.takeBack(paramset);
        },
      };
    },
    resume(request, left) {
      const sleeps = left.some(({ asleep }) => asleep);
      const paramset = newParamset(request, left, deps.watch.begin(request.channelAddress, sleeps));
      tracked.track(paramset);
      if (paramset.watch.isPending()) void prove.whenAwake(paramset);
      else void prove.whenReadable(paramset);
    },
  };
}

/** Returns the outcome of a paramset that was just sent, once the device had a moment to take it. */
async function proofOf(
  paramset: TrackedParamset,
  prove: ParamsetProof,
  { timers, readBackMs, closing }: ConfigurationDeps,
): ReturnType<Configuration['proof']> {
  const { watch } = paramset;
  await pause(timers, readBackMs, AbortSignal.any([closing, watch.taken]));
  if (closing.aborted) throw abortError(closing);
  if (!watch.taken.aborted && watch.isPending()) {
    void prove.whenAwake(paramset);
    return 'pending';
  }
  try {
    return await prove.now(paramset);
  } catch (error) {
    if (!closing.aborted) void prove.soon(paramset);
    throw error;
  }
}

function sentValues(
  { channelAddress, paramsetKey, peer }: WriteRequest,
  values: Values,
  at: number,
): readonly SentValue[] {
  const place = { channelAddress, paramsetKey, ...(peer === undefined ? {} : { peer }) };
  return [...values].map(([parameter, value]) => ({ ...place, parameter, value, at, asleep: false }));
}
