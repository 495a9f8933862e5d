import { createClient, memoryCursor } from '@ccu-gateway/client';
import { afterEach, expect, it } from 'vitest';
import { Connection } from './connection.js';
import type { ConnectionState } from './state.js';

const open: Connection[] = [];
afterEach(() => Promise.all(open.splice(0).map((connection) => connection.close())));

/** A connection with a gateway that answers by path, without a socket. `events` are the frames of its stream. */
function connect({ version = '3.1.0', events = [] as readonly object[], snapshot = {} } = {}) {
  const subscribed = { op: 'subscribed', topics: [], seq: 10, oldest_seq: 1, epoch: 'e' };
  const answers: Readonly<Record<string, () => Response>> = {
    '/api/v1/info': () => Response.json({ api_version: version }),
    '/api/v1/snapshot': () => Response.json({ seq: 10, epoch: 'e', not_read: [], devices: [], ...snapshot }),
    '/api/v1/events/stream': () =>
      new Response(
        new ReadableStream({
          start(controller) {
            const text = [subscribed, ...events].map((frame) => `data:${JSON.stringify(frame)}\n`).join('');
            controller.enqueue(new TextEncoder().encode(text));
          },
        }),
      ),
  };
  const fetcher = (async (input: string | URL, init?: RequestInit) => {
    init?.signal?.throwIfAborted();
    return answers[new URL(input).pathname]?.() ?? new Response(null, { status: 404 });
  }) as typeof fetch;
  const gateway = createClient({ url: 'http://gateway.lan:8119', token: 'secret', fetch: fetcher });
  const states: ConnectionState[] = [];
  // Waits come when the test asks for them.
  const waits: (() => void)[] = [];
  const timer = (run: () => void) => {
    waits.push(run);
    return () => {};
  };
  const connection = new Connection({ gateway, position: memoryCursor(9, 'e'), timer });
  open.push(connection);
  connection.observe((state) => states.push(state));
  return { connection, states, waits };
}

const pressed = (seq: number) => ({
  ...{ seq, kind: 'change', topic: 'device.A.channels.1.trigger', type: 'device.trigger', ts: '', momentary: true },
  payload: { central: 'home', device_address: 'A', channel: 1, parameter: 'PRESS_SHORT' },
});

it.each([
  ['2.4.0', 'too_old'],
  ['4.0.0', 'too_new'],
])('a gateway with contract %s is %s, and its events wait', async (version, is) => {
  const { connection, states, waits } = connect({ version, events: [pressed(11)] });
  const seen: number[] = [];
  connection.subscribe({ event: ({ seq }) => seen.push(seq), lost: () => {} });
  connection.release();
  await expect.poll(() => states.at(-1)).toEqual({ is, version });
  waits.at(-1)?.();
  await expect.poll(() => states.filter((state) => state.is === is).length).toBeGreaterThan(1);
  expect(seen).toEqual([]);
});

it('events up to the present one of the gateway are replayed, later ones are not', async () => {
  const { connection } = connect({ events: [pressed(10), { op: 'replay_done', seq: 10 }, pressed(11)] });
  const seen: unknown[] = [];
  connection.subscribe({ event: ({ seq }, replayed) => seen.push([seq, replayed]), lost: () => {} });
  connection.release();
  await expect
    .poll(() => seen)
    .toEqual([
      [10, true],
      [11, false],
    ]);
});

it('a loss waits for the nodes as events do, and comes once and before later events', async () => {
  const lost = { op: 'replay_lost', reason: 'evicted', oldest_seq: 12, seq: 11, epoch: 'e' };
  const { connection, states } = connect({ events: [lost, pressed(12)], snapshot: { seq: 11 } });
  const seen: unknown[] = [];
  connection.subscribe({ event: ({ seq }) => seen.push(seq), lost: ({ reason }) => seen.push(reason) });
  await expect.poll(() => states.at(-1)).toEqual({ is: 'connected' });
  expect(seen).toEqual([]);
  connection.release();
  await expect.poll(() => seen).toEqual(['evicted', 12]);
});
