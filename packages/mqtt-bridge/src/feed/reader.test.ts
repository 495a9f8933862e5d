import { createEventStream } from '@ccu-gateway/event-stream';
import { expect, it } from 'vitest';
import { readEvents } from './reader.js';

it('goes on with the next event after one that nothing could be made of', async () => {
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
  });
  for (const central of ['first', 'second', 'third']) {
    const payload = { central, count: 0 };
    events.publish({ type: 'hub.inbox_changed', topic: `hub.${central}.inbox`, payload });
  }
  await expect.poll(() => told).toEqual(['first', 'second', 'third']);
  expect(failed).toEqual([new Error('nothing')]);
  await reader.close();
});
