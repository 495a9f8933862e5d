import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { ConnectionState } from '../connection/connection.js';
import type { Identity } from '../session/session.js';
import { keepHouse } from './keep-house.js';
import type { KeptHouse } from './last-known.js';

const anna: Identity = { subject: 'anna', role: 'viewer', scheme: 'session' };
const NOW = Date.parse('2026-11-22T10:00:00Z');

/** A page with a house that can be kept, and what of it was. */
function startPage(kept?: KeptHouse) {
  const current = signal<ConnectionState>({ state: 'connecting' });
  const identity = signal<Identity | undefined>(undefined);
  const loaded = signal(false);
  const written: KeptHouse[] = [];
  const shown: unknown[] = [];
  let waited: () => void = () => {};
  let give: (house: KeptHouse | undefined) => void = () => {};
  const read = new Promise<KeptHouse | undefined>((resolve) => {
    give = resolve;
  });
  const keep = keepHouse({
    connection: { current },
    // Of the store only what is used here.
    store: {
      loaded,
      snapshot: (generated_at: string) => ({ generated_at }),
      load: (...house: unknown[]) => void shown.push(house),
    } as never,
    session: {
      identity,
      restore: (value) => {
        identity.value ??= value;
      },
    },
    lastKnown: { keep: async (house) => void written.push(house), read: () => read, forget: async () => {} },
    now: () => NOW,
    after(_delay, run) {
      waited = run;
      return () => {
        waited = () => {};
      };
    },
  });
  return {
    keep,
    written,
    shown,
    identity,
    become: (state: ConnectionState['state']) => {
      current.value = { state, retryAt: 0, waiting: 0 } as ConnectionState;
    },
    signIn: () => {
      identity.value = anna;
      loaded.value = true;
    },
    waited: () => waited(),
    async answerKept() {
      give(kept);
      await read;
      await Promise.resolve();
    },
  };
}

const keptHouse = { identity: anna, snapshot: { seq: 3 } } as unknown as KeptHouse;

describe('the last known state', () => {
  it('is stored once when the gateway is lost, with its time and user', () => {
    const { become, signIn, written } = startPage();
    signIn();
    become('live');
    become('offline');
    become('restarting');
    become('offline');
    expect(written).toEqual([{ identity: anna, snapshot: { generated_at: '2026-11-22T10:00:00.000Z' } }]);
    become('live');
    become('offline');
    expect(written).toHaveLength(2);
  });

  it('is stored when the page closes, except for a page that never was live or has no user', () => {
    const { become, signIn, written, keep } = startPage();
    signIn();
    keep();
    expect(written).toEqual([]);
    become('live');
    keep();
    expect(written).toHaveLength(1);
    const stranger = startPage();
    stranger.become('live');
    stranger.keep();
    expect(stranger.written).toEqual([]);
  });

  it('is shown with its user where the gateway is unreachable from the start', async () => {
    const { become, shown, identity, answerKept, written } = startPage(keptHouse);
    become('offline');
    await answerKept();
    expect([shown, identity.value]).toEqual([[[{ seq: 3 }, { kept: true }]], anna]);
    expect(written).toEqual([]);
  });

  it('is shown while the gateway has not answered for some seconds, and not after it was live', async () => {
    const silent = startPage(keptHouse);
    silent.waited();
    await silent.answerKept();
    expect(silent.shown).toEqual([[{ seq: 3 }, { kept: true }]]);
    const live = startPage(keptHouse);
    live.become('live');
    live.waited();
    await live.answerKept();
    expect(live.shown).toEqual([]);
  });

  it('is not shown when the gateway answered meanwhile, or nothing was kept', async () => {
    const late = startPage(keptHouse);
    late.become('offline');
    late.signIn();
    await late.answerKept();
    expect(late.shown).toEqual([]);
    const empty = startPage();
    empty.become('offline');
    await empty.answerKept();
    expect([empty.shown, empty.identity.value]).toEqual([[], undefined]);
  });
});
