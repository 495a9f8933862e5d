import type { Lease, LeaseEvent, LeaseLostReason, Term } from '../model/lease.js';
import type { LeaseRecord } from '../model/lease-table.js';
import { type Candidate, type Got, standBy } from './candidate.js';
import { type Holding, keepHolding } from './holding.js';
import type { KeeperParts } from './parts.js';

/** A lease as its keeper has it. */
export interface Wanted {
  readonly lease: Lease;
  /** True when it has a term, or is about to get one: known without reading a clock. */
  readonly counts: boolean;
  seen(record: LeaseRecord): void;
  /** Records may have come and gone unseen. */
  wasBlind(): void;
}

/** Stands by and holds in turn, until it is released. */
export function wantLease(parts: KeeperParts, key: string, onReleased: () => void): Wanted {
  const listeners = new Set<(event: LeaseEvent) => void>();
  const renewals = new Set<(term: Term) => void>();
  let holding: Holding | undefined;
  let candidate: Candidate | undefined;
  let releasing: Promise<void> | undefined;

  const tell = (event: LeaseEvent) => {
    for (const listener of [...listeners]) listener(event);
  };

  function hold(got: Got): void {
    candidate = undefined;
    let isTold = false;
    const begun = keepHolding(parts, key, got, {
      onRenewed: () => [...renewals].forEach((listener) => void listener(begun.term)),
      onEnd(reason) {
        holding = undefined;
        if (isTold) tell({ type: 'lost', token: got.revision, reason });
        if (reason !== 'released') void standByAfter(begun, reason);
      },
    });
    holding = begun;
    // The answer may have taken longer than the right lasts.
    if (!begun.term.mayAct()) return;
    isTold = true;
    tell({ type: 'held', term: begun.term });
  }

  /** Not before the last renewal has ended one way or the other. */
  async function standByAfter(ended: Holding, reason: LeaseLostReason): Promise<void> {
    await ended.end(reason);
    if (!releasing && !holding && !candidate) candidate = standBy(parts, key, hold);
  }

  async function release(): Promise<void> {
    const last = holding ? await holding.end('released') : (await candidate?.stop())?.revision;
    candidate = undefined;
    if (last !== undefined) await giveBackAtLast(parts, key, last);
    // Not before: this process gives back any lease that it holds, and would give back the next term.
    onReleased();
  }

  const lease: Lease = {
    key,
    get term() {
      return holding?.term.mayAct() ? holding.term : undefined;
    },
    get holder() {
      if (lease.term) return parts.entry('held').name;
      const record = candidate?.record;
      return record?.state === 'held' ? record.name : undefined;
    },
    mayAct: () => holding?.term.mayAct() ?? false,
    on(listener) {
      const forget = register(listeners, listener);
      const { term } = lease;
      if (term) listener({ type: 'held', term });
      return forget;
    },
    onRenewed: (listener) => register(renewals, listener),
    release() {
      releasing ??= release();
      return releasing;
    },
  };
  candidate = standBy(parts, key, hold);
  return {
    lease,
    get counts() {
      return holding !== undefined || candidate?.isTaking === true;
    },
    seen(record) {
      holding?.seen(record);
      candidate?.seen(record);
    },
    wasBlind: () => candidate?.wasBlind(),
  };
}

function register<Listener>(all: Set<Listener>, listener: Listener): () => void {
  all.add(listener);
  return () => all.delete(listener);
}

/** In milliseconds: a process that ends is not kept from it for longer. */
const GIVING_BACK_MS = 2_000;
const AGAIN_MS = 200;

/** A process often ends together with the server that it asked, and finds another one in a moment. Else the others wait for the TTL. */
async function giveBackAtLast(parts: KeeperParts, key: string, revision: number): Promise<void> {
  const { table, environment } = parts;
  const end = environment.elapsed() + GIVING_BACK_MS;
  for (;;) {
    try {
      return await giveBack(parts, key, revision);
    } catch {
      if (environment.elapsed() >= end || table.health.state === 'refused') return;
      await new Promise<void>((resolve) => environment.after(AGAIN_MS, resolve));
    }
  }
}

/** Writes that the holder acts no more, unless the record is another one's by now. */
async function giveBack({ table, entry }: KeeperParts, key: string, revision: number): Promise<void> {
  let after = revision;
  while ((await table.write(key, entry('released'), after)) === undefined) {
    const record = await table.read(key);
    if (record.state !== 'held' || record.holder !== entry('held').holder) return;
    after = record.revision;
  }
}
