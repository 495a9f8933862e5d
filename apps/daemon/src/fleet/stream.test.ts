import {
  createSharedMemoryLog,
  createSharedMemoryStore,
  openSharedStream,
  type SharedLogHealth,
} from '@ccu-gateway/event-stream';
import { expect, it } from 'vitest';
import { streamOfFleet } from './stream.js';

async function findingWhile(health: SharedLogHealth) {
  const log = { ...createSharedMemoryLog(createSharedMemoryStore('e1')), health };
  const stream = await openSharedStream({ log });
  const own = stream.publisher('gateway-1', { onLost() {} });
  const base = { stream, own, instance: 'gateway-1', feed: { publish() {} }, onDouble() {} };
  const finding = streamOfFleet(base as never, {} as never).finding();
  await stream.close();
  return finding;
}

it('names the remedy where the log of the fleet must not be used', async () => {
  const { status, note } = await findingWhile({ state: 'refused', reason: 'the stream is gone', remedy: 'restore it' });
  expect(status).toBe('degraded');
  expect(note).toMatch(/must not be used \(the stream is gone\): restore it;/);
  expect(note).not.toMatch(/does not answer/);
});

it('reports why the log of the fleet does not answer', async () => {
  const { note } = await findingWhile({ state: 'outage', reason: 'no connection to the broker' });
  expect(note).toMatch(/does not answer \(no connection to the broker\)/);
  expect(await findingWhile({ state: 'connected' })).toEqual({ status: 'healthy' });
});
