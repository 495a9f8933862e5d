import { isCcuError } from '../errors.js';
import { createBackoff } from '../link/backoff.js';
import type { RollbackReason } from '../model.js';
import type { TypedValue, WriteRequest } from '../operations-model.js';
import type { Now, Random, Timers } from '../ports.js';
import { abortError, pause } from '../wait.js';
import type { ConfigWatch, Watch } from './config-watch.js';
import type { Journal, SentValue } from './journal.js';
import { paramsetOf } from './read-back.js';

type Values = ReadonlyMap<string, TypedValue>;

/** Proves writes of MASTER and LINK, about which a CCU says "written" long before the device knows of them. */
export interface Configurations {
  /** Call before sending. */
  begin(request: WriteRequest, values: Values): Configuration;
  /** Goes on with what an earlier run had sent; all of one paramset. */
  resume(request: WriteRequest, left: readonly SentValue[]): void;
}

export interface Configuration {
  /**
   * It was sent. Settles when the device has taken it, or shows no sign of having to, and it was read back; or as
   * `pending` while the device still waits for it. Then it is read back when the device has taken it, however late.
   * Rejects when it cannot be read now; that is tried again, and ends like everything else.
   */
  proof(): Promise<'confirmed' | 'mismatch' | 'pending' | 'superseded'>;
  /** It was sent, and the CCU said itself that the device sleeps. */
  asleep(): void;
  /** It was not sent. */
  end(): void;
}

interface Entry {
  readonly paramset: string;
  readonly request: WriteRequest;
  /** What no later write has replaced. */
  readonly values: Map<string, SentValue>;
  readonly watch: Watch;
  readonly done: AbortController;
  sleeping: boolean;
}

/** How often a CCU may refuse to show what it has. */
const MAX_REFUSALS = 5;
const READ_AGAIN = { minMs: 2_000, maxMs: 300_000 } as const;

export function createConfigurations(deps: {
  readonly watch: ConfigWatch;
  readonly journal: Pick<Journal, 'note' | 'settle'>;
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  readonly readBackMs: number;
  /** What a device has not taken after this long is given up. */
  readonly sleepMs: number;
  readonly closing: AbortSignal;
  readonly readWrong: (request: WriteRequest, values: Values) => Promise<readonly string[]>;
  readonly rollBack: (sent: SentValue, reason: RollbackReason) => void;
  readonly complain: (event: string, message: string) => void;
}): Configurations {
  const { journal, closing } = deps;
  const open = new Set<Entry>();

  function newEntry(request: WriteRequest, sent: readonly SentValue[], watch: Watch): Entry {
    return {
      paramset: `${request.channelAddress} ${paramsetOf(request)}`,
      request,
      values: new Map(sent.map((each) => [each.parameter, each])),
      watch,
      done: new AbortController(),
      sleeping: false,
    };
  }

  /** From now on it is this one that is looked after. */
  function track(entry: Entry): void {
    for (const older of open) {
      if (older.paramset !== entry.paramset) continue;
      for (const parameter of entry.values.keys()) older.values.delete(parameter);
      if (older.sleeping && older.values.size === 0) forget(older);
    }
    open.add(entry);
  }

  function forget(entry: Entry): void {
    entry.watch.end();
    entry.done.abort();
    open.delete(entry);
    for (const sent of entry.values.values()) journal.settle(sent);
  }

  function rollBack(entry: Entry, parameters: Iterable<string>, reason: RollbackReason): number {
    const gone = [...parameters].flatMap((parameter) => entry.values.get(parameter) ?? []);
    for (const sent of gone) {
      journal.settle(sent);
      deps.rollBack(sent, reason);
    }
    return gone.length;
  }

  async function readBack(entry: Entry): Promise<'confirmed' | 'mismatch' | 'superseded'> {
    const asked = new Map([...entry.values].map(([parameter, { value }]) => [parameter, value]));
    const wrong = asked.size === 0 ? [] : await deps.readWrong(entry.request, asked);
    // What a newer write took over while it was read is no longer among the values.
    const count = rollBack(entry, wrong, 'mismatch');
    const isSuperseded = entry.values.size === 0;
    forget(entry);
    if (count > 0) return 'mismatch';
    return isSuperseded ? 'superseded' : 'confirmed';
  }

  /** Until it could be read, or it is clear that it never will be. Reading is safe to repeat. */
  async function readBackLater(entry: Entry): Promise<void> {
    const backoff = createBackoff({ ...READ_AGAIN, random: deps.random });
    for (let refusals = 0; !closing.aborted; ) {
      try {
        await readBack(entry);
        return;
      } catch (error) {
        if (closing.aborted) return;
        deps.complain('writes.unproved', 'a written configuration cannot be read back yet');
        if (isCcuError(error) && error.code === 'fault') refusals += 1;
        if (refusals >= MAX_REFUSALS || isOver(entry)) {
          giveUp(entry);
          return;
        }
      }
      await pause(deps.timers, backoff.next(), closing);
    }
  }

  function giveUp(entry: Entry): void {
    rollBack(entry, entry.values.keys(), 'timeout');
    forget(entry);
  }

  function remainingMs(entry: Entry): number {
    const newest = Math.max(...[...entry.values.values()].map(({ at }) => at));
    return Math.max(0, newest + deps.sleepMs - deps.now());
  }

  function isOver(entry: Entry): boolean {
    return entry.values.size === 0 || remainingMs(entry) === 0;
  }

  /** Until the device has taken it, or was given time enough; then it is looked at in either case. */
  async function waitAsleep(entry: Entry): Promise<void> {
    entry.sleeping = true;
    for (const [parameter, sent] of entry.values) {
      const asleep = { ...sent, asleep: true };
      entry.values.set(parameter, asleep);
      journal.note(asleep);
    }
    const { taken } = entry.watch;
    await pause(deps.timers, remainingMs(entry), AbortSignal.any([closing, entry.done.signal, taken]));
    if (!closing.aborted && !entry.done.signal.aborted) await readBackLater(entry);
  }

  return {
    begin(request, values) {
      const at = deps.now();
      const watch = deps.watch.begin(request.channelAddress);
      const { channelAddress, paramsetKey, peer } = request;
      const place = { channelAddress, paramsetKey, ...(peer === undefined ? {} : { peer }) };
      const sent = [...values].map(([parameter, value]) => ({ ...place, parameter, value, at, asleep: false }));
      const entry = newEntry(request, sent, watch);
      // Before it is sent, because afterwards might be too late.
      for (const each of sent) journal.note(each);
      return {
        async proof() {
          track(entry);
          await pause(deps.timers, deps.readBackMs, AbortSignal.any([closing, watch.taken]));
          if (closing.aborted) throw abortError(closing);
          if (!watch.taken.aborted && watch.isPending()) {
            void waitAsleep(entry);
            return 'pending';
          }
          try {
            return await readBack(entry);
          } catch (error) {
            if (!closing.aborted) void waitThenRead(entry);
            throw error;
          }
        },
        asleep() {
          track(entry);
          void waitAsleep(entry);
        },
        end() {
          watch.end();
          // Whether a CCU that was left in the middle took it is seen at the next start.
          if (closing.aborted) return;
          for (const each of sent) {
            const older = [...open].find(
              ({ paramset, values: mine }) => paramset === entry.paramset && mine.has(each.parameter),
            );
            if (older === undefined) journal.settle(each);
            else journal.note(older.values.get(each.parameter)!);
          }
        },
      };
    },
    resume(request, left) {
      const sleeps = left.some(({ asleep }) => asleep);
      const entry = newEntry(request, left, deps.watch.begin(request.channelAddress, sleeps));
      track(entry);
      if (entry.watch.isPending()) void waitAsleep(entry);
      else void readBackLater(entry);
    },
  };

  async function waitThenRead(entry: Entry): Promise<void> {
    await pause(deps.timers, READ_AGAIN.minMs, closing);
    await readBackLater(entry);
  }
}
