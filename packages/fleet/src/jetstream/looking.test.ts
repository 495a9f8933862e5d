import type { SharedLogHealth } from '@ccu-gateway/event-stream';
import type { JetStreamManager } from '@nats-io/jetstream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemEnvironment } from '../time/system.js';
import { keepLooking } from './looking.js';
import { writeMarker } from './marker.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const infoOf = (epoch: string) => ({
  config: {
    ...{ name: 'events', description: writeMarker({ owner: 'house', epoch }) },
    ...{ subjects: ['events.*'], retention: 'limits', discard: 'old' },
  },
  state: { messages: 1, first_seq: 1, last_seq: 1 },
});

/** Checks of servers that answer until they are silent. */
function lookingAt() {
  let health: SharedLogHealth = { state: 'connected' };
  let isSilent = false;
  const become = (next: SharedLogHealth) => {
    health = next;
  };
  const server = { praise: vi.fn(), doubt: vi.fn(), arrived: vi.fn() };
  const closing = new AbortController();
  const manager: unknown = {
    streams: {
      async info() {
        if (isSilent) throw new Error('timeout');
        return infoOf('e1');
      },
    },
  };
  const looking = keepLooking({
    ...{ manager: manager as JetStreamManager, server, name: 'events', owner: 'house', epoch: 'e1' },
    watched: {
      health: () => health,
      isConnected: () => true,
      onHealth: () => () => {},
      onReconnect: () => () => {},
      accept: () => become({ state: 'connected' }),
      lose: (reason) => become({ state: 'outage', reason }),
      refuse: ({ reason, remedy }) => become({ state: 'refused', reason, remedy }),
    },
    ...{ closed: closing.signal, retryMs: 500, lookMs: 2_000, after: systemEnvironment().after },
  });
  return {
    ...{ looking, server, health: () => health, close: () => closing.abort() },
    silence() {
      isSilent = true;
    },
  };
}

/** Until a check of another caller has found the failure of `by`. */
async function hinder({ looking, health }: ReturnType<typeof lookingAt>, by: object): Promise<void> {
  looking.hindered(by, 'no room');
  while (health().state === 'connected') {
    looking.hindered(by, 'no room');
    await vi.advanceTimersByTimeAsync(1_000);
    await looking.look();
  }
}

it('looks on where a look of another caller has found a hindrance, and leaves a server that is silent then', async () => {
  const world = lookingAt();
  await hinder(world, {});
  expect(world.health()).toEqual({ state: 'outage', reason: 'no room' });
  world.silence();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(world.server.doubt).toHaveBeenCalled();
  world.close();
});

it('ends an outage by a hindrance with the hindrance, whoever looked last', async () => {
  const world = lookingAt();
  const by = {};
  await hinder(world, by);
  world.looking.hindered(by, undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(world.health()).toEqual({ state: 'connected' });
  world.close();
});

it('ends an outage by a hindrance also where nobody tries any more', async () => {
  const world = lookingAt();
  await hinder(world, {});
  await vi.advanceTimersByTimeAsync(20_000);
  expect(world.health()).toEqual({ state: 'connected' });
  world.close();
});
