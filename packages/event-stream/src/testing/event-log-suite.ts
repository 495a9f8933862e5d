import type { EventLog, LogGap, LogRecord } from '../model/event-log.js';
import { checkWith, type TestFramework } from './harness.js';

/** Bounds that the suite asks a log to have. */
export interface LogLimits {
  readonly maxRecords: number;
  readonly maxBytes: number;
}

/** One store, opened again and again. */
export interface LogHarness {
  /** A log on the store as it is now. The one opened before has been closed or abandoned. */
  reopen(limits: LogLimits): EventLog | Promise<EventLog>;
  /** The process died: durable data of the last opened log stays, it is not closed. */
  abandon(): void | Promise<void>;
  dispose(): void | Promise<void>;
}

const roomy: LogLimits = { maxRecords: 1_000, maxBytes: 1_000_000 };
const epoch = 'a1';

function record(seq: number, more: Partial<LogRecord> = {}): LogRecord {
  const topic = more.topic ?? `device.D${seq % 3}`;
  const text = `{"seq":${seq},"kind":"change","topic":${JSON.stringify(topic)},"type":"t","ts":"","payload":{"ü":"𝛼"}}`;
  return { seq, topic, text, key: `${topic}\nt`, ...more };
}

const records = (...seqs: number[]) => seqs.map((seq) => record(seq));
const seqsOf = (list: readonly LogRecord[]) => list.map(({ seq }) => seq);

/**
 * Contract suite for logs, for any implementation.
 *
 * @example
 * describeEventLog({ describe, it, expect }, 'in my database', openMyLog);
 */
export function describeEventLog(
  { describe, it, expect }: TestFramework,
  name: string,
  makeHarness: () => LogHarness | Promise<LogHarness>,
): void {
  const check = checkWith(it, makeHarness);

  /** Opens and begins a life that continues the present contents. */
  async function start(harness: LogHarness, limits = roomy, life: { gap?: LogGap; seq?: number } = {}) {
    const log = await harness.reopen(limits);
    const state = await log.open({ tail: 1_000 });
    const seq = life.seq ?? state.lastSeq;
    await log.begin({ epoch, seq, reservedSeq: seq + 1_000, gap: life.gap });
    return log;
  }

  describe(name, () => {
    check('a new log is empty, clean and knows no number', async (harness) => {
      const log = await harness.reopen(roomy);
      const state = await log.open({ tail: 10 });
      expect({ ...state, epoch: state.epoch ?? 'none' }).toEqual({
        lastSeq: 0,
        reservedSeq: 0,
        clean: true,
        epoch: 'none',
        tail: [],
      });
    });

    check('gives records back exactly as they were appended, oldest first', async (harness) => {
      const log = await start(harness);
      const momentary = record(12, { topic: 'device.D0.press' });
      const appended = [
        record(10),
        record(11, { topic: 'hub.c.sysvars.a.b/c', segments: ['hub', 'c', 'sysvars', 'a.b/c'] }),
        { seq: momentary.seq, topic: momentary.topic, text: momentary.text },
      ];
      await log.append({ records: appended.slice(0, 1) });
      await log.append({ records: appended.slice(1) });
      const page = await log.page({ since: 0, limit: 10 });
      expect(page.records.map(present)).toEqual(appended.map(present));
      expect(page.more).toBe(false);
      expect(page.oldestSeq).toBe(10);
      expect(page.gaps).toEqual([]);
    });

    check('keeps numbers up to 2^53 - 1 exactly', async (harness) => {
      const log = await start(harness);
      const top = Number.MAX_SAFE_INTEGER;
      await log.append({ records: records(top - 2, top - 1, top) });
      expect(seqsOf((await log.page({ since: top - 2, limit: 10 })).records)).toEqual([top - 1, top]);
    });

    check('pages above a number that need not exist, and says whether there is more', async (harness) => {
      const log = await start(harness);
      await log.append({ records: records(10, 20, 30, 40) });
      const first = await log.page({ since: 15, limit: 2 });
      expect([seqsOf(first.records), first.more]).toEqual([[20, 30], true]);
      const second = await log.page({ since: 30, limit: 2 });
      expect([seqsOf(second.records), second.more]).toEqual([[40], false]);
      const none = await log.page({ since: 40, limit: 2 });
      expect([seqsOf(none.records), none.more]).toEqual([[], false]);
    });

    check('after a clean close the next life finds the epoch, the newest number and the tail', async (harness) => {
      const log = await start(harness);
      await log.append({ records: records(10, 11, 12) });
      await log.close({ clean: true, seq: 12 });
      const state = await (await harness.reopen(roomy)).open({ tail: 2 });
      expect([state.clean, state.epoch, state.lastSeq, seqsOf(state.tail)]).toEqual([true, epoch, 12, [11, 12]]);
    });

    check('remembers the newest number even when nothing was ever published', async (harness) => {
      const log = await start(harness, roomy, { seq: 99 });
      await log.close({ clean: true, seq: 99 });
      const state = await (await harness.reopen(roomy)).open({ tail: 2 });
      expect([state.clean, state.lastSeq, state.tail]).toEqual([true, 99, []]);
    });

    check('a life that was not closed is not clean, and neither is one closed as unclean', async (harness) => {
      const log = await start(harness);
      await log.append({ records: records(10) });
      await harness.abandon();
      const next = await harness.reopen(roomy);
      const crashed = await next.open({ tail: 2 });
      expect([crashed.clean, crashed.lastSeq]).toEqual([false, 10]);
      await next.begin({ epoch, seq: 5_000, reservedSeq: 6_000, gap: { after: 10, before: 5_001 } });
      await next.close({ clean: false, seq: 5_000 });
      expect((await (await harness.reopen(roomy)).open({ tail: 2 })).clean).toBe(false);
    });

    check('the clean mark is gone as soon as the next life begins', async (harness) => {
      const log = await start(harness);
      await log.close({ clean: true, seq: 1 });
      await start(harness);
      await harness.abandon();
      expect((await (await harness.reopen(roomy)).open({ tail: 2 })).clean).toBe(false);
    });

    check('keeps reserved numbers and appended records through a crash', async (harness) => {
      const log = await start(harness);
      await log.append({ records: records(10, 11) });
      await log.reserve(77_777);
      await harness.abandon();
      const next = await harness.reopen(roomy);
      const state = await next.open({ tail: 10 });
      expect([state.reservedSeq, state.lastSeq]).toEqual([77_777, 11]);
      expect(seqsOf((await next.page({ since: 0, limit: 10 })).records)).toEqual([10, 11]);
    });

    check('shows the gap between two lives and keeps the older tail readable', async (harness) => {
      const log = await start(harness);
      await log.append({ records: records(10, 11) });
      await harness.abandon();
      const gap = { after: 11, before: 500 };
      const next = await start(harness, roomy, { gap, seq: 499 });
      await next.append({ records: records(500, 501) });
      const page = await next.page({ since: 0, limit: 10 });
      expect([seqsOf(page.records), page.gaps]).toEqual([[10, 11, 500, 501], [gap]]);
      expect((await next.page({ since: 0, limit: 1 })).gaps).toEqual([]);
      expect((await next.page({ since: 11, limit: 1 })).gaps).toEqual([gap]);
      expect((await next.page({ since: 499, limit: 10 })).gaps).toEqual([]);
    });

    check('a tail never reaches back over a gap, even when nothing came after it', async (harness) => {
      const log = await start(harness);
      await log.append({ records: records(10, 11) });
      await harness.abandon();
      const second = await start(harness, roomy, { gap: { after: 11, before: 500 }, seq: 499 });
      await second.close({ clean: true, seq: 499 });
      const third = await harness.reopen(roomy);
      const state = await third.open({ tail: 10 });
      expect([state.clean, state.lastSeq, state.tail]).toEqual([true, 499, []]);
    });

    check('a gap may come with a batch, when events had to be dropped on the way to the log', async (harness) => {
      const log = await start(harness);
      await log.append({ records: records(10, 11) });
      const gap = { after: 11, before: 20 };
      await log.append({ records: records(20, 21), gap });
      expect((await log.page({ since: 0, limit: 10 })).gaps).toEqual([gap]);
      await log.close({ clean: true, seq: 21 });
      expect(seqsOf((await (await harness.reopen(roomy)).open({ tail: 10 })).tail)).toEqual([20, 21]);
    });

    check('bounds itself by count, dropping the oldest', async (harness) => {
      const limits = { maxRecords: 50, maxBytes: 1_000_000 };
      const log = await start(harness, limits);
      for (let seq = 1; seq <= 400; seq += 10) {
        await log.append({ records: records(...Array.from({ length: 10 }, (_, index) => seq + index)) });
      }
      const page = await log.page({ since: 0, limit: 1_000 });
      expect(page.records.length).toBeLessThanOrEqual(limits.maxRecords);
      const kept = page.records.length;
      expect(seqsOf(page.records)).toEqual(Array.from({ length: kept }, (_, index) => 400 - kept + 1 + index));
      expect(page.oldestSeq).toBe(400 - kept + 1);
      expect(kept > limits.maxRecords / 2).toBe(true);
    });

    check('bounds itself by bytes, dropping the oldest', async (harness) => {
      const log = await start(harness, { maxRecords: 1_000, maxBytes: 10_000 });
      const large = (seq: number) => record(seq, { text: `{"pad":"${'x'.repeat(990)}"}` });
      for (let seq = 1; seq <= 60; seq += 1) await log.append({ records: [large(seq)] });
      const page = await log.page({ since: 0, limit: 1_000 });
      expect(page.records.length).toBeLessThanOrEqual(10);
      expect(page.records.at(-1)?.seq).toBe(60);
      expect(page.records.length >= 5).toBe(true);
    });

    check('a smaller limit takes effect on what an earlier life has left', async (harness) => {
      const log = await start(harness);
      await log.append({ records: records(...Array.from({ length: 100 }, (_, index) => index + 1)) });
      await log.close({ clean: true, seq: 100 });
      const next = await start(harness, { maxRecords: 10, maxBytes: 1_000_000 });
      await next.append({ records: records(101) });
      const page = await next.page({ since: 0, limit: 1_000 });
      expect(page.records.length).toBeLessThanOrEqual(10);
      expect(page.records.at(-1)?.seq).toBe(101);
    });
  });
}

/** An absent member and one that is undefined are the same. */
function present(value: LogRecord): unknown {
  return JSON.parse(JSON.stringify(value));
}
