import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSlowSenders, SENDER_BYTES, watchBody } from './slow-senders.js';

const windowMs = 30_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A sender that is watched for `seconds` while it sends `perSecond` bytes; answers after how many seconds it was cut. */
function watched(perSecond: (second: number) => number, seconds: number, isHeldBack = () => false): number | undefined {
  const senders = createSlowSenders(windowMs);
  let received = 0;
  let second = 0;
  let cutAfter: number | undefined;
  const cut = () => {
    cutAfter = second;
  };
  const stop = senders.watch({ received: () => received, isHeldBack, cut });
  for (; second < seconds && cutAfter === undefined; second += 1) {
    received += perSecond(second);
    vi.advanceTimersByTime(1_000);
  }
  stop();
  senders.close();
  return cutAfter;
}

it('a body that takes hours is never cut while its rate is kept', () => {
  expect(watched(() => SENDER_BYTES / 25, 4 * 3_600)).toBeUndefined();
  // 115 KB in 40 s, in pieces with pauses.
  expect(watched((second) => (second % 10 === 0 ? 29_000 : 0), 40)).toBeUndefined();
});

it('a sender that is silent, or sends a little now and then, is cut within two windows', () => {
  expect(watched(() => 0, 600)).toBeLessThanOrEqual(60);
  expect(watched(() => 1, 600)).toBeLessThanOrEqual(60);
  expect(watched((second) => (second < 3_000 ? 200 : 1), 6_000)).toBeLessThanOrEqual(3_060);
});

it('a sender that this side holds back is not cut, and gets a whole window afterwards', () => {
  let held = true;
  expect(
    watched(
      (second) => {
        held = second < 600;
        return 0;
      },
      700,
      () => held,
    ),
  ).toBeGreaterThanOrEqual(625);
});

it('a connection keeps no listener of a request that is over', () => {
  const senders = createSlowSenders(windowMs);
  const socket = new Socket();
  const listeners = () => socket.listenerCount('close');
  const before = listeners();
  for (let requests = 0; requests < 3; requests += 1) {
    const request = new IncomingMessage(socket);
    request.headers['content-length'] = '3';
    watchBody(senders, request, () => undefined);
    expect(listeners()).toBe(before + 1);
    request.emit('close');
    expect(listeners()).toBe(before);
  }
  senders.close();
});
