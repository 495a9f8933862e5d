import { createEventStream } from '@ccu-gateway/event-stream';
import { expect, it } from 'vitest';
import { readEvents } from './reader.js';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('continues with the next event after a failed one', async () => {
  const events = createEventStream();
  const told: unknown[] = [];
  const failed: unknown[] = [];
  const reader = readEvents({
    events,
    from: undefined,
    onEvent({ payload: { central } }) {
      told.push(central);
      if (central === 'second') throw new Error('nothing');
    },
    onLost: () => {},
    onError: (error) => failed.push(error),
    now: () => 0,
    nextTurn,
  });
  for (const central of ['first', 'second', 'third']) {
    const payload = { central, count: 0 };
    events.publish({ type: 'hub.inbox_changed', topic: `hub.${central}.inbox`, payload });
  }
  await expect.poll(() => told).toEqual(['first', 'second', 'third']);
  expect(failed).toEqual([new Error('nothing')]);
  await reader.close();
});

it('yields between events that came at once, so that queued messages are sent meanwhile', async () => {
  const events = createEventStream();
  let told = 0;
  const turns: number[] = [];
  let goOn = () => {};
  const reader = readEvents({
    events,
    from: undefined,
    onEvent: () => {
      told += 1;
    },
    onLost: () => {},
    onError: () => {},
    now: () => 0,
    nextTurn: () => {
      turns.push(told);
      return new Promise((resolve) => {
        goOn = resolve;
      });
    },
  });
  for (let count = 0; count < 300; count += 1) {
    events.publish({ type: 'hub.inbox_changed', topic: 'hub.home.inbox', payload: { central: 'home', count } });
  }
  await expect.poll(() => turns).toEqual([128]);
  expect(told).toBe(128);
  goOn();
  await expect.poll(() => turns).toEqual([128, 256]);
  goOn();
  await expect.poll(() => told).toBe(300);
  await reader.close();
});

it('lets others run after few events where each takes long', async () => {
  const events = createEventStream();
  let time = 0;
  let told = 0;
  const turns: number[] = [];
  const reader = readEvents({
    events,
    from: undefined,
    onEvent: () => {
      told += 1;
      time += 4;
    },
    onLost: () => {},
    onError: () => {},
    now: () => time,
    nextTurn: async () => void turns.push(told),
  });
  for (let count = 0; count < 7; count += 1) {
    events.publish({ type: 'hub.inbox_changed', topic: 'hub.home.inbox', payload: { central: 'home', count } });
  }
  await expect.poll(() => told).toBe(7);
  expect(turns).toEqual([3, 6]);
  await reader.close();
});
