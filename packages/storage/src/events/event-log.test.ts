import type { EventLog, LogRecord } from '@ccu-gateway/event-stream';
import { describeEventLog } from '@ccu-gateway/event-stream/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { loadSqlite } from '../database/driver/driver.js';

const sqlite = await loadSqlite();

const life = (seq: number, reservedSeq = seq + 1000) => ({ epoch: 'e', seq, reservedSeq });
const record = (seq: number, size = 10): LogRecord => ({ seq, topic: 'device.A', text: `{"x":"${'ü'.repeat(size)}"}` });
const records = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => record(from + index));
const seqs = (page: { readonly records: readonly LogRecord[] }) => page.records.map((entry) => entry.seq);

async function onFresh(limits: { maxEvents: number; maxBytes: number }, body: (log: EventLog) => Promise<void>) {
  const world = await startStorage({ eventLog: limits });
  try {
    await body(world.storage.events);
  } finally {
    world.close();
  }
}

describeEventLog({ describe, it, expect }, 'the event log in SQLite, like every log', async () => {
  const world = await startStorage();
  return {
    reopen: async ({ maxRecords, maxBytes }) =>
      (await world.reopen({ eventLog: { maxEvents: maxRecords, maxBytes } })).events,
    // Nothing is closed: a dead process leaves committed data behind.
    abandon: () => undefined,
    dispose: world.close,
  };
});

describe('the event log in SQLite', () => {
  it('gives records back exactly, with keys and segments, in order', async () => {
    const world = await startStorage();
    const odd: LogRecord = {
      seq: 12,
      topic: 'sysvar.a.b',
      segments: ['sysvar', 'a.b'],
      text: '{"ü":"\\n😀"}',
      key: '',
    };
    await world.storage.events.open({ tail: 10 });
    await world.storage.events.begin(life(9));
    await world.storage.events.append({ records: [{ ...record(10), key: 'k' }, record(11)] });
    await world.storage.events.append({ records: [odd] });
    const page = await world.storage.events.page({ since: 0, limit: 10 });
    expect(page).toEqual({
      records: [{ ...record(10), key: 'k' }, record(11), odd],
      gaps: [],
      oldestSeq: 10,
      more: false,
    });
    world.close();
  });

  it('knows its previous contents after a clean end, and after a crash that it was not clean', async () => {
    const world = await startStorage();
    const first = world.storage.events;
    expect(await first.open({ tail: 5 })).toEqual({ lastSeq: 0, reservedSeq: 0, clean: true, tail: [] });
    await first.begin(life(100, 1100));
    await first.append({ records: records(101, 110) });
    await first.close({ clean: true, seq: 115 });
    world.storage.close();
    const second = (await world.reopen()).events;
    const state = await second.open({ tail: 3 });
    expect(state).toMatchObject({ lastSeq: 115, reservedSeq: 1100, clean: true, epoch: 'e' });
    expect(seqs({ records: state.tail })).toEqual([108, 109, 110]);
    await second.begin({ ...life(115, 2000), epoch: 'f' });
    await second.reserve(3000);
    const third = (await world.reopen()).events;
    expect(await third.open({ tail: 0 })).toMatchObject({ lastSeq: 115, reservedSeq: 3000, clean: false, epoch: 'f' });
    world.close();
  });

  it('shows gaps where they lie and starts the tail after the newest', async () => {
    await onFresh({ maxEvents: 1000, maxBytes: 1e6 }, async (log) => {
      await log.open({ tail: 0 });
      await log.begin(life(0));
      await log.append({ records: records(1, 5) });
      await log.begin({ ...life(20), gap: { after: 5, before: 21 } });
      await log.append({ records: records(21, 25) });
      await log.append({ records: records(30, 31), gap: { after: 25, before: 30 } });
      expect(await log.page({ since: 0, limit: 5 })).toMatchObject({ gaps: [], more: true });
      expect(await log.page({ since: 0, limit: 6 })).toMatchObject({ gaps: [{ after: 5, before: 21 }], more: true });
      expect((await log.page({ since: 12, limit: 100 })).gaps).toEqual([
        { after: 5, before: 21 },
        { after: 25, before: 30 },
      ]);
      expect((await log.page({ since: 20, limit: 100 })).gaps).toEqual([{ after: 25, before: 30 }]);
      expect((await log.page({ since: 29, limit: 100 })).gaps).toEqual([]);
      expect(seqs({ records: (await log.open({ tail: 10 })).tail })).toEqual([30, 31]);
    });
  });

  it('keeps within its bounds after any appended events, and always keeps the newest', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(60), { minLength: 1, maxLength: 40 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 100, max: 2000 }),
        async (batches, maxEvents, maxBytes) => {
          await onFresh({ maxEvents, maxBytes }, async (log) => {
            await log.open({ tail: 0 });
            await log.begin(life(0));
            let seq = 0;
            const model: LogRecord[] = [];
            for (const sizes of batches) {
              const batch = sizes.map((size) => record(++seq, size));
              model.push(...batch);
              await log.append({ records: batch });
            }
            const page = await log.page({ since: 0, limit: 10_000 });
            expect(page.records.length).toBeLessThanOrEqual(maxEvents);
            expect(page.records.reduce((sum, entry) => sum + entry.text.length, 0)).toBeLessThanOrEqual(maxBytes);
            expect(page.records).toEqual(model.slice(model.length - page.records.length));
            expect(page.oldestSeq).toBe(page.records[0]?.seq);
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('pages through everything without skipping or repeating', async () => {
    await onFresh({ maxEvents: 10_000, maxBytes: 1e7 }, async (log) => {
      await log.open({ tail: 0 });
      await log.begin(life(0));
      for (let from = 1; from < 1000; from += 333) await log.append({ records: records(from, from + 332) });
      const seen: number[] = [];
      for (let since = 0, more = true; more; ) {
        const page = await log.page({ since, limit: 100 });
        seen.push(...seqs(page));
        since = seen.at(-1) ?? 0;
        more = page.more;
      }
      expect(seen).toEqual(records(1, 999).map((entry) => entry.seq));
    });
  });

  it('stores nothing of a batch that it refuses', async () => {
    await onFresh({ maxEvents: 1000, maxBytes: 1e6 }, async (log) => {
      await log.open({ tail: 0 });
      await log.begin(life(0));
      await log.append({ records: records(63, 63) });
      // Its second block begins with a number that is taken.
      await expect(log.append({ records: records(1, 124) })).rejects.toMatchObject({ code: 'storage_failed' });
      expect(seqs(await log.page({ since: 0, limit: 1000 }))).toEqual([63]);
    });
  });

  it('keeps no events with a limit of none', async () => {
    await onFresh({ maxEvents: 0, maxBytes: 0 }, async (log) => {
      await log.open({ tail: 0 });
      await log.begin(life(0));
      await log.append({ records: records(1, 3) });
      expect(await log.page({ since: 0, limit: 10 })).toEqual({
        records: [],
        gaps: [],
        oldestSeq: undefined,
        more: false,
      });
    });
  });

  it('shrinks in one transaction, at the opening as on request: a block that cannot go keeps all of them', async () => {
    const few = { maxEvents: 20, maxBytes: 1e6 };
    const world = await startStorage({ eventLog: { maxEvents: 1000, maxBytes: 1e6 } });
    const log = world.storage.events;
    await log.open({ tail: 0 });
    await log.begin(life(0));
    for (let at = 1; at <= 100; at += 10) await log.append({ records: records(at, at + 9) });
    const db = sqlite.open(world.storage.eventFile);
    db.exec(
      `CREATE TRIGGER stuck BEFORE DELETE ON event_blocks WHEN OLD.first_seq = 51
       BEGIN SELECT RAISE(ABORT, 'stuck'); END`,
    );
    const whole = seqs({ records: records(1, 100) });
    await expect(log.limit(few)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(seqs(await log.page({ since: 0, limit: 100 }))).toEqual(whole);
    world.storage.close();
    const second = (await world.reopen({ eventLog: few })).events;
    await expect(second.open({ tail: 0 })).rejects.toMatchObject({ code: 'storage_failed' });
    expect(seqs(await second.page({ since: 0, limit: 100 }))).toEqual(whole);
    db.exec('DROP TRIGGER stuck');
    db.close();
    await second.open({ tail: 0 });
    expect(seqs(await second.page({ since: 0, limit: 100 }))).toEqual(seqs({ records: records(81, 100) }));
    world.close();
  });

  it('applies other bounds while it is open, and drops events beyond them at once', async () => {
    const world = await startStorage({ eventLog: { maxEvents: 1000, maxBytes: 1e6 } });
    const log = world.storage.events;
    await log.open({ tail: 0 });
    await log.begin(life(0));
    for (let at = 1; at <= 100; at += 10) await log.append({ records: records(at, at + 9) });
    await log.limit({ maxEvents: 20, maxBytes: 1e6 });
    expect(seqs(await log.page({ since: 0, limit: 100 }))).toEqual(seqs({ records: records(81, 100) }));
    await log.limit({ maxEvents: 1000, maxBytes: 1e6 });
    await log.append({ records: records(101, 120) });
    expect(seqs(await log.page({ since: 0, limit: 100 }))).toEqual(seqs({ records: records(81, 120) }));
    world.close();
  });
});
