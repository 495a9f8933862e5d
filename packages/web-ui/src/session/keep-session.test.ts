import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import type { ConnectionState, FollowedEvent } from '../connection/connection.js';
import { keepSession } from './keep-session.js';

function startPage() {
  const current = signal<ConnectionState>({ state: 'connecting' });
  const listeners: ((event: FollowedEvent) => void)[] = [];
  const load = vi.fn(async () => {});
  return {
    load,
    begin: () =>
      keepSession({
        session: { load },
        connection: {
          current,
          onEvent(listener) {
            listeners.push(listener);
            return () => {};
          },
        },
      }),
    /** Ends when what was asked is answered. */
    async is(state: ConnectionState) {
      current.value = state;
      await new Promise((resolve) => setImmediate(resolve));
    },
    /** Of an event only its type is looked at. */
    tell: (type: FollowedEvent['type']) => {
      for (const listener of listeners) listener({ type } as FollowedEvent);
    },
  };
}

const LIVE = { state: 'live' } as const;
const answered = () => new Promise((resolve) => setImmediate(resolve));

it('sends one request where nothing fails, for any number of live states', async () => {
  const page = startPage();
  page.begin();
  await answered();
  await page.is(LIVE);
  await page.is({ state: 'live', rttMs: 4 });
  expect(page.load).toHaveBeenCalledTimes(1);
});

it('asks again with the connection when the first request failed', async () => {
  const page = startPage();
  page.load.mockRejectedValueOnce(new Error('out of reach'));
  page.begin();
  await answered();
  await page.is(LIVE);
  await page.is({ state: 'live', rttMs: 4 });
  expect(page.load).toHaveBeenCalledTimes(2);
});

it('asks again after a lost connection, because the gateway may have other capabilities', async () => {
  const page = startPage();
  page.begin();
  await page.is(LIVE);
  await page.is({ state: 'restarting', retryAt: 0 });
  await page.is({ state: 'catching_up', waiting: 3 });
  expect(page.load).toHaveBeenCalledTimes(1);
  await page.is(LIVE);
  expect(page.load).toHaveBeenCalledTimes(2);
});

it('asks again after changed settings, and after no other event', async () => {
  const page = startPage();
  page.begin();
  await page.is(LIVE);
  page.tell('device.created');
  expect(page.load).toHaveBeenCalledTimes(1);
  page.tell('config.changed');
  expect(page.load).toHaveBeenCalledTimes(2);
});
