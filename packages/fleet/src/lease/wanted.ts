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

/** State of a wanted lease: at most one of both. */
interface Standing {
  holding: Holding | undefined;
  candidate: Candidate | undefined;
}

interface Listeners {
  readonly events: Set<(event: LeaseEvent) => void>;
  readonly renewals: Set<(term: Term) => void>;
}

/** Stands by and holds in turn, until it is released. */
export function wantLease(parts: KeeperParts, key: string, onReleased: () => void): Wanted {
  const listeners: Listeners = { events: new Set(), renewals: new Set() };
  const now: Standing = { holding: undefined, candidate: undefined };
  let releasing: Promise<void> | undefined;

  const tell = (event: LeaseEvent) => {
    for (const listener of [...listeners.events]) listener(event);
  };

  function hold(got: Got): void {
    now.candidate = undefined;
    let isTold = false;
    const begun = keepHolding(parts, key, got, {
      onRenewed: () => [...listeners.renewals].forEach((listener) => void listener(begun.term)),
      onEnd(reason) {
        now.holding = undefined;
        if (isTold) tell({ type: 'lost', token: got.revision, reason });
        if (reason !== 'released') void standByAfter(begun, reason);
      },
    });
    now.holding = begun;
    // The answer may have taken longer than the right lasts.
    if (!begun.term.mayAct()) return;
    isTold = true;
    tell({ type: 'held', term: begun.term });
  }

  /** Not before the last renewal has ended one way or the other. */
  async function standByAfter(ended: Holding, reason: LeaseLostReason): Promise<void> {
    await ended.end(reason);
    if (!releasing && !now.holding && !now.candidate) now.candidate = standBy(parts, key, hold);
  }

  async function release(): Promise<void> {
    const last = now.holding ? await now.holding.end('released') : (await now.candidate?.stop())?.revision;
    now.candidate = undefined;
    if (last !== undefined) await giveBackAtLast(parts, key, last);
    // Not before: this process gives back any lease that it holds, and would give back the next term.
    onReleased();
  }

  now.candidate = standBy(parts, key, hold);
  return {
    lease: leaseOf(key, {
      now,
      listeners,
      ownName: () => parts.entry('held').name,
      release() {
        releasing ??= release();
        return releasing;
      },
    }),
    get counts() {
      return now.holding !== undefined || now.candidate?.isTaking === true;
    },
    seen(record) {
      now.holding?.seen(record);
      now.candidate?.seen(record);
    },
    wasBlind: () => now.candidate?.wasBlind(),
  };
}

/** The lease as its users see it. */
function leaseOf(
  key: string,
  parts: {
    readonly now: Readonly<Standing>;
    readonly listeners: Listeners;
    readonly ownName: () => string;
    readonly release: () => Promise<void>;
  },
): Lease {
  const { now, listeners, ownName, release } = parts;
  const lease: Lease = {
    key,
    get term() {
      return now.holding?.term.mayAct() ? now.holding.term : undefined;
    },
    get holder() {
      if (lease.term) return ownName();
      const record = now.candidate?.record;
      return record?.state === 'held' ? record.name : undefined;
    },
    mayAct: () => now.holding?.term.mayAct() ?? false,
    on(listener) {
      const forget = register(listeners.events, listener);
      const { term } = lease;
      if (term) listener({ type: 'held', term });
      return forget;
    },
    onRenewed: (listener) => register(listeners.renewals, listener),
    release,
  };
  return lease;
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
