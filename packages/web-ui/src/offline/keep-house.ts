import { effect } from '@preact/signals';
import type { Connection } from '../connection/connection.js';
import type { Session } from '../session/session.js';
import type { HouseStore } from '../store/house-store.js';
import type { LastKnown } from './last-known.js';

export interface KeepHouseOptions {
  readonly connection: Pick<Connection, 'current'>;
  readonly store: HouseStore;
  readonly session: Pick<Session, 'identity' | 'restore'>;
  readonly lastKnown: LastKnown;
  readonly now: () => number;
  /** Calls after so many milliseconds; the answer cancels. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

/** A gateway that has not answered for so long may be out of reach: requests fail only after minutes. */
const PATIENCE_MS = 3_000;

/**
 * Stores the snapshot when the gateway is lost, and shows the stored one when the gateway is unreachable from the
 * start, or silent for three seconds. Returns a function that stores it before the page closes. Not after each event,
 * because writing a large snapshot takes longer than a frame.
 */
export function keepHouse({ connection, store, session, lastKnown, now, after }: KeepHouseOptions): () => void {
  let wasLive = false;

  function keep(): void {
    const identity = session.identity.peek();
    if (wasLive && identity !== undefined && store.loaded.peek())
      void lastKnown.keep({ identity, snapshot: store.snapshot(new Date(now()).toISOString()) });
  }

  async function show(): Promise<void> {
    const kept = await lastKnown.read();
    if (kept === undefined || store.loaded.peek()) return;
    session.restore(kept.identity);
    store.load(kept.snapshot, { kept: true });
  }

  const stopWaiting = after(PATIENCE_MS, () => {
    if (!wasLive && !store.loaded.peek()) void show();
  });
  effect(() => {
    const { state } = connection.current.value;
    if (state === 'live') {
      wasLive = true;
      stopWaiting();
    }
    if (state !== 'offline' && state !== 'restarting') return;
    if (wasLive) keep();
    else if (!store.loaded.peek()) void show();
    wasLive = false;
  });
  return keep;
}
