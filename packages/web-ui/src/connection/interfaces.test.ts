import type { Gateway } from '@ccu-gateway/client';
import { expect, it, vi } from 'vitest';
import type { HouseStore } from '../store/house-store.js';
import type { FollowedEvent } from './connection.js';
import { keepInterfaces } from './interfaces.js';

function startPage() {
  const call = vi.fn(async () => []);
  const setInterfaces = vi.fn();
  const listeners: ((event: FollowedEvent) => void)[] = [];
  let waiting: { readonly run: () => void; readonly delayMs: number } | undefined;
  keepInterfaces({
    // Of both only one member is used here.
    gateway: { call } as unknown as Pick<Gateway, 'call'>,
    store: { setInterfaces } as unknown as HouseStore,
    connection: {
      onEvent(listener) {
        listeners.push(listener);
        return () => {};
      },
    },
    timer(run, delayMs) {
      waiting = { run, delayMs };
      return () => {
        waiting = undefined;
      };
    },
  });
  return {
    call,
    /** Lets the time pass to the next look; answers how long that took. */
    passToLook() {
      const { run, delayMs } = waiting!;
      run();
      return delayMs;
    },
    /** Of an event only its type is looked at. */
    tell: (type: FollowedEvent['type']) => {
      for (const listener of listeners) listener({ type } as FollowedEvent);
    },
  };
}

const looks = ({ passToLook }: ReturnType<typeof startPage>, count: number) =>
  Array.from({ length: count }, () => passToLook());

it('reads again soon after the page was opened, and less and less often: measurements of a radio module cause no event', () => {
  const page = startPage();
  expect(looks(page, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(page.call).toHaveBeenCalledTimes(8);
});

it('reads after an event about interfaces, and soon again', () => {
  const page = startPage();
  looks(page, 8);
  page.tell('central.state_changed');
  expect(looks(page, 4)).toEqual([300, 1_000, 2_000, 4_000]);
});

it('keeps its interval after other events', () => {
  const page = startPage();
  looks(page, 8);
  page.tell('device.created');
  expect(looks(page, 1)).toEqual([60_000]);
});
