import { describe, expect, it } from 'vitest';
import { defaultByteStore } from '../model/environment.js';
import type { LogBatch } from '../model/event-log.js';
import { createSurroundings } from '../testing/world.js';
import { createMemoryLog } from './memory.js';
import type { PendingRecord } from './pending.js';
import { createLogWriter } from './writer.js';

const record = (seq: number, text = JSON.stringify({ seq })): PendingRecord => {
  const slab = Buffer.from(` ${text}`);
  return { seq, topic: 't', slab, start: 1, end: slab.length };
};

/** A writer that gathers for ten seconds, over a log that notes when it was written to. */
async function world({
  append,
  reserve,
  lastReserved = 2 ** 30,
  maxRecords,
}: {
  append?: () => Promise<void>;
  reserve?: (seq: number) => void;
  lastReserved?: number;
  maxRecords?: number;
} = {}) {
  const surroundings = createSurroundings();
  const log = createMemoryLog(maxRecords === undefined ? {} : { maxRecords });
  await log.open({ tail: 0 });
  await log.begin({ epoch: 'e', seq: 0, reservedSeq: 2 ** 30 });
  const writes: { readonly at: number; readonly seqs: readonly number[] }[] = [];
  const writer = createLogWriter({
    log: {
      ...log,
      async reserve(seq) {
        reserve?.(seq);
        await log.reserve(seq);
      },
      async append(batch: LogBatch) {
        await append?.();
        writes.push({ at: surroundings.now, seqs: batch.records.map(({ seq }) => seq) });
        await log.append(batch);
      },
    },
    store: defaultByteStore(),
    schedule: (run) => run(),
    repeat: surroundings.options.repeat as never,
    monotonic: () => surroundings.now,
    reservedSeq: lastReserved,
    lastSeq: 0,
    gatherMs: 10_000,
    onError: () => {},
  });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      surroundings.advance(100);
      for (let index = 0; index < 10; index += 1) await Promise.resolve();
    }
  };
  return { writer, writes, pass };
}

describe('the writer of the log', () => {
  it('writes once in its interval for any number of events, and at once after a quiet time', async () => {
    const { writer, writes, pass } = await world();
    for (let seq = 1; seq <= 25; seq += 1) {
      writer.push(record(seq));
      await pass(1_000);
    }
    await pass(20_000);
    writer.push(record(26));
    await pass(200);
    const seqs = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(writes.map((write) => write.seqs)).toEqual([[1], seqs(2, 11), seqs(12, 21), seqs(22, 25), [26]]);
    expect(writes[0]?.at).toBe(100);
    for (const [index, { at }] of writes.slice(1).entries()) {
      expect(at - (writes[index]?.at ?? 0)).toBeGreaterThanOrEqual(10_000);
    }
  });

  it('shows its readers pending events, and writes nothing for that', async () => {
    const { writer, writes, pass } = await world();
    writer.push(record(1));
    await pass(200);
    for (const seq of [2, 3, 4]) writer.push(record(seq));
    const first = await writer.page({ since: 0, limit: 3 });
    expect(first.records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(first.more).toBe(true);
    const second = await writer.page({ since: 3, limit: 3 });
    expect(second.records.map(({ seq }) => seq)).toEqual([4]);
    expect(second.more).toBe(false);
    expect(writes).toHaveLength(1);
  });

  it('shows nothing of a log that keeps nothing', async () => {
    const { writer, pass } = await world({ maxRecords: 0 });
    writer.push(record(1));
    await pass(200);
    writer.push(record(2));
    expect((await writer.page({ since: 0, limit: 3 })).records).toEqual([]);
  });

  it('shows each event once while a write is under way', async () => {
    let finish = () => {};
    const { writer, pass } = await world({ append: () => new Promise((settle) => (finish = settle)) });
    writer.push(record(1));
    await pass(200);
    writer.push(record(2));
    const seqs = async () => (await writer.page({ since: 0, limit: 10 })).records.map(({ seq }) => seq);
    expect(await seqs()).toEqual([1, 2]);
    finish();
    await pass(100);
    expect(await seqs()).toEqual([1, 2]);
  });

  it('tries refused events again, also when nothing more is published, and the reservation with them', async () => {
    const reserved: number[] = [];
    let busy = true;
    const { writer, writes, pass } = await world({
      lastReserved: 0,
      reserve(seq) {
        if (busy) throw new Error('busy');
        reserved.push(seq);
      },
    });
    writer.push(record(1));
    await pass(5_000);
    expect(writes).toEqual([]);
    expect(writer.stats).toMatchObject({ pending: 1, dropped: 0 });
    expect(writer.stats.failures).toBeGreaterThan(1);
    busy = false;
    await pass(1_100);
    expect(reserved).toHaveLength(1);
    expect(writes.map(({ seqs }) => seqs)).toEqual([[1]]);
  });

  it('notes events as lost that were dropped during a write that the log then refused', async () => {
    let refuse: (() => void) | undefined;
    const { writer, pass } = await world({
      append: () =>
        refuse === undefined
          ? new Promise<void>((_, reject) => {
              refuse = () => reject(new Error('busy'));
            })
          : Promise.resolve(),
    });
    writer.push(record(1));
    await pass(200);
    // Three of these are more than is kept in memory: 2 goes, and 1 would fit again.
    for (let seq = 2; seq <= 4; seq += 1) writer.push(record(seq, 'x'.repeat(6 * 1024 * 1024)));
    refuse?.();
    await pass(20_000);
    expect(writer.stats).toMatchObject({ appended: 2, dropped: 2, pending: 0 });
    const { records, gaps } = await writer.page({ since: 0, limit: 10 });
    expect(records.map(({ seq }) => seq)).toEqual([3, 4]);
    expect(gaps).toEqual([{ after: 0, before: 3 }]);
  });

  it('tries nothing again after it was closed', async () => {
    let asked = 0;
    const { writer, pass } = await world({
      async append() {
        asked += 1;
        throw new Error('closed');
      },
    });
    writer.push(record(1));
    expect(await writer.close()).toBe(false);
    await pass(10_000);
    expect(asked).toBe(1);
  });
});
