import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSlowReaders } from './slow-readers.js';

const bytes = 64 * 1024 * 1024;
const roundMs = 1_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Both ends of a connection on which much more waits than the kernel takes. */
async function startAnswer(): Promise<{ readonly writer: Socket; readonly reader: Socket; readonly end: () => void }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.pause();
  const [writer] = (await accepted) as [Socket];
  writer.on('error', () => undefined);
  reader.on('error', () => undefined);
  writer.write(Buffer.alloc(bytes));
  const end = () => {
    writer.destroy();
    reader.destroy();
    server.close();
  };
  return { writer, reader, end };
}

it('a reader that takes nothing in a whole round is cut, not before', async () => {
  const readers = createSlowReaders(roundMs);
  const { writer, end } = await startAnswer();
  readers.watch(writer);
  vi.advanceTimersByTime(roundMs);
  expect(writer.destroyed).toBe(false);
  vi.advanceTimersByTime(roundMs);
  expect(writer.destroyed).toBe(true);
  readers.close();
  end();
});

it('a reader that takes its part in every round is never cut, however much waits', async () => {
  const readers = createSlowReaders(roundMs);
  const { writer, reader, end } = await startAnswer();
  readers.watch(writer);
  for (let round = 0; round < 4; round += 1) {
    vi.advanceTimersByTime(roundMs);
    // The other side reports room in large steps, so one round reads well above the least.
    let read = 0;
    while (read < 8 * 1024 * 1024) {
      const chunk = reader.read() as Buffer | null;
      if (chunk === null) await once(reader, 'readable');
      else read += chunk.byteLength;
    }
  }
  expect([writer.destroyed, writer.writableLength > 0]).toEqual([false, true]);
  readers.close();
  end();
});

it('one that was let go, or for whom nothing waits, is left alone', async () => {
  const readers = createSlowReaders(roundMs);
  const [upgraded, quiet] = [await startAnswer(), await startAnswer()];
  readers.watch(upgraded.writer);
  readers.letGo(upgraded.writer);
  quiet.reader.resume();
  await vi.waitFor(() => expect(quiet.writer.writableLength).toBe(0), { timeout: 50_000 });
  readers.watch(quiet.writer);
  for (let round = 0; round < 3; round += 1) vi.advanceTimersByTime(roundMs);
  expect([upgraded.writer.destroyed, quiet.writer.destroyed]).toEqual([false, false]);
  readers.close();
  upgraded.end();
  quiet.end();
});
