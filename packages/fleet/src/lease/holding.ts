import type { LeaseLostReason, Term } from '../model/lease.js';
import type { LeaseRecord } from '../model/lease-table.js';
import type { Got } from './candidate.js';
import type { KeeperParts } from './parts.js';
import { createRight } from './right.js';

/** A term and its renewals. */
export interface Holding {
  readonly term: Term;
  /** A record was seen: where it is not this one's, the renewal is made at once and shows the true one. */
  seen(record: LeaseRecord): void;
  /** Ends the term at once. Resolves with the last revision known, when no request is under way any more. */
  end(reason: LeaseLostReason): Promise<number>;
}

const RENEWALS_PER_TTL = 3;

/** Called as it happens. */
export interface HoldingEvents {
  onRenewed(): void;
  onEnd(reason: LeaseLostReason): void;
}

/** Keeps a lease that was got. */
export function keepHolding(
  { table, environment, marginMs, entry }: KeeperParts,
  key: string,
  got: Got,
  { onRenewed, onEnd }: HoldingEvents,
): Holding {
  const { elapsedAtMost, after } = environment;
  const everyMs = table.ttlMs / RENEWALS_PER_TTL;
  const untilNext = (sentAt: number) => Math.max(0, everyMs - (elapsedAtMost() - sentAt));
  const { holder } = entry('held');
  const isMine = (record: LeaseRecord) => record.state === 'held' && record.holder === holder;
  let revision = got.revision;
  let underWay: Promise<void> | undefined;
  const right = createRight(environment, table.ttlMs - marginMs, got.sentAt, (reason) => {
    cancelRenewal();
    onEnd(reason);
  });
  let cancelRenewal = after(untilNext(got.sentAt), renew);

  function renewIn(ms: number): void {
    cancelRenewal();
    cancelRenewal = after(ms, renew);
  }

  function renew(): void {
    underWay ??= attempt()
      // Its outcome is unknown. The right stays as it is, and the next attempt finds out.
      .catch(() => everyMs / 8)
      .then((nextMs) => {
        underWay = undefined;
        if (right.mayAct()) renewIn(nextMs);
      });
  }

  /** Resolves with when to renew next. */
  async function attempt(): Promise<number> {
    if (!right.mayAct()) return 0;
    const sentAt = elapsedAtMost();
    const written = await table.write(key, entry('held'), revision);
    if (written !== undefined) {
      revision = written;
      right.extend(sentAt);
      if (right.mayAct()) onRenewed();
      return untilNext(sentAt);
    }
    // Another record: an earlier attempt of this holder that was never answered, or that of another process.
    const record = await table.read(key);
    if (isMine(record)) revision = record.revision;
    else right.end(record.state === 'gone' ? 'vanished' : 'taken');
    return 0;
  }

  return {
    term: { token: got.revision, mayAct: right.mayAct, leftMs: right.leftMs, ended: right.ended },
    seen(record) {
      if (!isMine(record) && record.revision > revision && right.mayAct()) renewIn(0);
    },
    async end(reason) {
      right.end(reason);
      await underWay;
      return revision;
    },
  };
}
