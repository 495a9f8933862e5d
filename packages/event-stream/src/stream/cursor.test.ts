import { expect, it } from 'vitest';
import type { StreamEvent } from '../model/event.js';
import type { Consumer } from './consumer.js';
import { iterate } from './cursor.js';

const event = (seq: number): StreamEvent => ({
  seq,
  topic: 'devices/A1',
  kind: 'change',
  type: 'device.changed',
  ts: '2026-01-01T00:00:00.000Z',
  payload: {},
});

/** A cursor on a ring that a test fills. */
function createWorld() {
  const ring: StreamEvent[] = [];
  let ready = () => {};
  const consumer: Consumer = {
    hasMissed: false,
    missed: () => undefined,
    read: () => ring.shift(),
    resume: () => {},
    close: () => {},
  };
  const cursor = iterate({
    open(onReady) {
      ready = onReady;
      return consumer;
    },
    history: () => undefined,
    lossOf: () => ({ reason: 'overflow', oldestSeq: 1, seq: 8 }),
    ending: { ended: false, onEnd: () => () => {} },
  });
  const publish = (...seqs: readonly number[]) => {
    ring.push(...seqs.map(event));
    ready();
  };
  return { cursor, publish };
}

it('answers with an event that is at hand before anything else waits', async () => {
  const { cursor, publish } = createWorld();
  publish(1);
  let answered: unknown;
  void cursor.next().then((answer) => {
    answered = answer;
  });
  await Promise.resolve();
  expect(answered).toEqual({ done: false, value: event(1) });
});

it('gives each call an event of its own and in order, also where the first one had to wait', async () => {
  const { cursor, publish } = createWorld();
  const first = cursor.next();
  await new Promise((resolve) => setImmediate(resolve));
  publish(1, 2, 3);
  const rest = [cursor.next(), cursor.next()];
  const answers = await Promise.all([first, ...rest]);
  expect(answers.map(({ value }) => value?.seq)).toEqual([1, 2, 3]);
  publish(4);
  expect((await cursor.next()).value?.seq).toBe(4);
});
