import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectionState, FollowedEvent } from '../connection/connection.js';
import { keepFresh } from './keep-fresh.js';
import { createResource } from './resource.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A resource that was read once, on a page that is live. */
async function startWorld(snapshots = 1, refreshOn = ['area.changed' as FollowedEvent['type']]) {
  let answer: () => Promise<number> = async () => 1;
  const load = vi.fn(() => answer());
  const listeners = new Set<(event: FollowedEvent) => void>();
  const connection = {
    current: signal<ConnectionState>({ state: 'live' }),
    snapshots: signal(snapshots),
    onEvent(listener: (event: FollowedEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const resource = createResource(load, () => 0);
  await resource.reload();
  const off = keepFresh(resource, connection, refreshOn);
  load.mockClear();
  return {
    connection,
    resource,
    load,
    off,
    fail: () => (answer = async () => Promise.reject(new Error('gone'))),
    answer: (value: number) => (answer = async () => value),
    event: (type: string) => listeners.forEach((listener) => void listener({ type } as FollowedEvent)),
  };
}

it('is read again after a snapshot that stands for lost events', async () => {
  const { connection, resource, load, answer } = await startWorld();
  answer(2);
  connection.snapshots.value += 1;
  await resource.reload();
  expect(load).toHaveBeenCalled();
  expect(resource.current.value.value).toBe(2);
});

it('is read once more after the first snapshot of the page where it follows events, which may have come before', async () => {
  const { connection, load } = await startWorld(0);
  connection.snapshots.value = 1;
  vi.advanceTimersByTime(499);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(1);
});

it('is not read twice for the first snapshot where it follows no events, or was read after it', async () => {
  const unfollowed = await startWorld(0, []);
  unfollowed.connection.snapshots.value = 1;
  const later = await startWorld(1);
  vi.advanceTimersByTime(500);
  expect(unfollowed.load).not.toHaveBeenCalled();
  expect(later.load).not.toHaveBeenCalled();
});

it('is read again when the page is live again, only where the last reading failed', async () => {
  const { connection, resource, load, fail, answer } = await startWorld();
  connection.current.value = { state: 'offline', retryAt: 1 };
  connection.current.value = { state: 'live' };
  connection.current.value = { state: 'live', rttMs: 3 };
  expect(load).not.toHaveBeenCalled();
  fail();
  connection.current.value = { state: 'restarting', retryAt: 1 };
  await resource.reload();
  load.mockClear();
  connection.current.value = { state: 'connecting' };
  expect(load).not.toHaveBeenCalled();
  answer(3);
  connection.current.value = { state: 'live' };
  expect(load).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(resource.current.value).toMatchObject({ value: 3, loading: false }));
  expect(resource.current.value.error).toBeUndefined();
});

it('is read once after several events of a change, and not after others', async () => {
  const { load, event } = await startWorld();
  event('area.changed');
  event('area.changed');
  event('device.changed');
  vi.advanceTimersByTime(500);
  expect(load).toHaveBeenCalledTimes(1);
});

it('is left alone after its end', async () => {
  const { connection, load, event, off } = await startWorld();
  event('area.changed');
  off();
  connection.snapshots.value += 1;
  event('area.changed');
  vi.advanceTimersByTime(500);
  expect(load).not.toHaveBeenCalled();
});
