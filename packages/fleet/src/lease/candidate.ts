import type { LeaseRecord } from '../model/lease-table.js';
import type { KeeperParts } from './parts.js';
import { createSight, type Sight } from './sight.js';

/** Stands by for one lease, until it has got it once. */
export interface Candidate {
  /** The record in the table now, as far as seen. */
  readonly record: LeaseRecord | undefined;
  /** True when it has asked for the lease, and waits for the answer. */
  readonly isTaking: boolean;
  seen(record: LeaseRecord): void;
  /** Records may have come and gone unseen. */
  wasBlind(): void;
  /** Stops. Resolves with a lease that it got all the same, when no request is under way any more. */
  stop(): Promise<Got | undefined>;
}

/**
 * A lease that was got. `sentAt` is from before the request, on the clock that shows at least the time that has passed.
 */
export interface Got {
  readonly revision: number;
  readonly sentAt: number;
}

/** Part of the TTL between attempts when no server answers. */
const RETRY = 1 / 10;

export function standBy(parts: KeeperParts, key: string, onGot: (got: Got) => void): Candidate {
  const { table, environment } = parts;
  const sight = createSight(parts);
  let stopped = false;
  let underWay: Promise<Got | undefined> | undefined;
  let isDue = false;
  let isTaking = false;
  let cancel: () => void = () => {};

  function tryIn(ms: number): void {
    cancel();
    if (!stopped) cancel = environment.after(Math.max(0, ms), attempt);
  }

  function seen(record: LeaseRecord): void {
    if (sight.take(record)) tryIn(sight.waitMs(record));
  }

  function attempt(): void {
    isDue = underWay !== undefined;
    if (isDue) return;
    underWay = take().catch(() => {
      sight.wasBlind();
      tryIn(table.ttlMs * RETRY);
      return undefined;
    });
    void underWay.then((got) => {
      underWay = undefined;
      isTaking = false;
      if (got && !stopped) {
        stopped = true;
        cancel();
        onGot(got);
      } else if (isDue) tryIn(0);
    });
  }

  async function take(): Promise<Got | undefined> {
    const before = sight.record;
    const answer = await table.read(key);
    // A record seen meanwhile is newer than the answer.
    if (sight.record === before) seen(answer);
    const { record } = sight;
    if (stopped || record === undefined) return undefined;
    const waitMs = sight.waitMs(record);
    if (waitMs > 0) {
      tryIn(waitMs);
      return undefined;
    }
    isTaking = true;
    const asked = await askFor(parts, key, { record, sight });
    if ('revision' in asked) return asked;
    tryIn(asked.againInMs);
    return undefined;
  }

  tryIn(0);
  return {
    get record() {
      return sight.record;
    },
    get isTaking() {
      return isTaking;
    },
    seen,
    wasBlind: sight.wasBlind,
    async stop() {
      stopped = true;
      cancel();
      return await underWay;
    },
  };
}

/** Asks for the lease in exchange for a record that may be taken. */
async function askFor(
  { table, environment, entry }: KeeperParts,
  key: string,
  { record, sight }: { readonly record: LeaseRecord; readonly sight: Pick<Sight, 'waitForOthersMs'> },
): Promise<Got | { readonly againInMs: number }> {
  const sentAt = environment.elapsedAtMost();
  const revision = await table.write(key, entry('held'), record.revision);
  // Another one was faster.
  if (revision === undefined) return { againInMs: table.ttlMs * RETRY };
  // Its record was removed while a request of this one was on its way.
  const againInMs = sight.waitForOthersMs();
  return againInMs > 0 ? { againInMs } : { revision, sentAt };
}
