import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventStream } from '@ccu-gateway/event-stream';
import { openStream } from '@ccu-gateway/event-stream/client';
import { WebSocket } from 'ws';
import { createPoller, serve } from './bridge.js';

test('a client gets each change once, and resumes after a pause', async () => {
  const values = { power: 100, energy: 5 };
  const stream = createEventStream();
  const poll = createPoller({ stream, read: async () => ({ ...values }) });
  const { port, stop } = await serve(stream, 0);
  const open = (cursor) =>
    openStream({
      url: `http://127.0.0.1:${port}/events`,
      topics: ['meter/#'],
      webSocket: WebSocket,
      cursor,
      onLost: assert.fail,
    });
  let kept = { seq: stream.seq, epoch: stream.epoch };
  const cursor = {
    load: () => kept,
    save: (position) => {
      kept = position;
    },
  };

  const first = open(cursor);
  await new Promise((resolve) => first.observe(({ state }) => state === 'live' && resolve()));
  await poll();
  assert.deepEqual((await first.next()).value.payload, { name: 'power', value: 100 });
  assert.deepEqual((await first.next()).value.payload, { name: 'energy', value: 5 });
  await first.close();

  values.power = 200;
  await poll();
  const second = open(cursor);
  const missed = [];
  for await (const { payload } of second) {
    missed.push(payload);
    if (payload.name === 'power') break;
  }
  assert.deepEqual(missed.at(-1), { name: 'power', value: 200 });
  await second.close();
  await stop();
});
