import type { LogNotice, SharedDraft, SharedLog } from '../model/shared-log.js';
import { checkWith, type Check as HarnessCheck, type TestFramework } from './harness.js';

/** One shared log, which several processes open. */
export interface SharedLogHarness {
  /** One more view of it, as another process has one. All of a harness are opened with the same bound. */
  open(limits?: { readonly maxRecords: number }): SharedLog | Promise<SharedLog>;
  /** Removes the log and creates an empty one instead. */
  recreate(): void | Promise<void>;
  /** Keeps a copy of the log as it is now; the returned function restores the copy, as an older backup is restored. */
  copy(): (() => void | Promise<void>) | Promise<() => Promise<void>>;
  dispose(): void | Promise<void>;
}

type Check = HarnessCheck<SharedLogHarness>;
type Expect = TestFramework['expect'];

function draft(id: number | string, more: Partial<SharedDraft> = {}): SharedDraft {
  return { id: String(id), topic: 'device.A1', text: `{"payload":{"ü":"𝛼 ${id}"}}`, key: 'device.A1', ...more };
}

const drafts = (count: number, first = 1) => Array.from({ length: count }, (_, index) => draft(first + index));
const idsOf = (records: readonly SharedDraft[]) => records.map(({ id }) => id);

/** Follows until `count` notices of records have come. */
async function follow(log: SharedLog, since: number, count: number, epoch?: string): Promise<readonly LogNotice[]> {
  const notices: LogNotice[] = [];
  let left = count;
  for await (const notice of log.follow({ since, ...(epoch !== undefined && { epoch }) })) {
    notices.push(notice);
    if (notice.kind === 'record') left -= 1;
    if (left === 0) break;
  }
  return notices;
}

const recordsOf = (notices: readonly LogNotice[]) =>
  notices.flatMap((notice) => (notice.kind === 'record' ? [notice.record] : []));
const kindsOf = (notices: readonly LogNotice[]) => notices.map(({ kind }) => kind);

/**
 * Contract suite for shared logs, for any implementation.
 *
 * @example
 * describeSharedLog({ describe, it, expect }, 'on my broker', openMyLog);
 */
export function describeSharedLog(
  { describe, it, expect }: TestFramework,
  name: string,
  makeHarness: () => SharedLogHarness | Promise<SharedLogHarness>,
): void {
  const check = checkWith(it, makeHarness);
  describe(name, () => {
    checkNumbers(check, expect);
    checkEnding(check, expect);
    checkHidden(check, expect);
    checkTextsBefore(check, expect);
    checkLast(check, expect);
    checkFence(check, expect);
    checkReading(check, expect);
    checkFollowing(check, expect);
    checkIdentity(check, expect);
    checkNumbersThatGoBack(check, expect);
  });
}

function checkNumbers(check: Check, expect: Expect): void {
  check('numbers ascend over all sources, and everybody reads the same', async (harness) => {
    const [one, other] = [await harness.open(), await harness.open()];
    const [first, second] = [await one.openWriter('home'), await other.openWriter('a.b *> ü')];
    const appended = [
      await first.append(drafts(2)),
      await second.append([draft(1, { lost: 3, topic: 'a.b\n"c', segments: ['a.b\n"c'] })]),
      await first.append([{ id: '3', topic: 'device.A1', text: '{}' }]),
    ];
    const seqs = appended.flatMap(({ outcome, seqs }) => (outcome === 'appended' ? seqs : []));
    expect(seqs.every((seq, index) => seq > (seqs[index - 1] ?? 0))).toBe(true);
    const { records } = await other.page({ since: 0, limit: 10 });
    expect(records).toEqual([
      { ...draft(1), seq: seqs[0], source: 'home' },
      { ...draft(2), seq: seqs[1], source: 'home' },
      { ...draft(1, { lost: 3, topic: 'a.b\n"c', segments: ['a.b\n"c'] }), seq: seqs[2], source: 'a.b *> ü' },
      { id: '3', topic: 'device.A1', text: '{}', seq: seqs[3], source: 'home' },
    ]);
    expect((await one.page({ since: 0, limit: 10 })).records).toEqual(records);
    expect((await one.state()).lastSeq).toBe(seqs[3]);
  });

  check('what is appended again under its id is there once and keeps its number', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    const first = await writer.append(drafts(3));
    expect(await writer.append(drafts(3))).toEqual(first);
    const other = await writer.append(drafts(1, 4));
    expect(other.outcome).toBe('appended');
    expect(idsOf((await log.page({ since: 0, limit: 10 })).records)).toEqual(['1', '2', '3', '4']);
    expect((await (await log.openWriter('shed')).append(drafts(1))).outcome).toBe('appended');
    expect((await log.page({ since: 0, limit: 10 })).records.length).toBe(5);
  });
}

function checkEnding(check: Check, expect: Expect): void {
  check(
    'a writer begins with no further draft once it may not go on, and says which ones are in the log',
    async (harness) => {
      const log = await harness.open();
      const writer = await log.openWriter('home');
      let left = 2;
      const mayGoOn = () => {
        left -= 1;
        return left >= 0;
      };
      const appended = await writer.append(drafts(4), mayGoOn);
      expect([appended.outcome, appended.seqs.length]).toEqual(['appended', 2]);
      expect(idsOf((await log.page({ since: 0, limit: 10 })).records)).toEqual(['1', '2']);
      expect((await writer.append(drafts(4))).seqs.length).toBe(4);
      expect(idsOf((await log.page({ since: 0, limit: 10 })).records)).toEqual(['1', '2', '3', '4']);
    },
  );
}

function checkHidden(check: Check, expect: Expect): void {
  check('what is hidden has a number and a place like everything else, and matches no pattern', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    await writer.append([draft(1), draft(2, { hidden: true, topic: '$', key: undefined }), draft(3)]);
    const all = await log.page({ since: 0, limit: 10 });
    expect(all.records.map(({ id, hidden }) => [id, hidden])).toEqual([
      ['1', undefined],
      ['2', true],
      ['3', undefined],
    ]);
    expect(idsOf((await log.page({ since: 0, limit: 10, topics: ['*', '$'] })).records)).toEqual(['1', '3']);
    expect(idsOf(recordsOf(await follow(log, 0, 3)))).toEqual(['1', '2', '3']);
  });
}

function checkTextsBefore(check: Check, expect: Expect): void {
  check('texts that are hidden before an event come with it as they were, under its number', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    const before = ['', '{"a":"ü\n"}', '\ud83d\ude00', 'x'];
    const { seqs } = await writer.append([draft(1, { before }), draft(2)]);
    const [first, second] = (await (await harness.open()).page({ since: 0, limit: 10 })).records;
    expect(first).toEqual({ ...draft(1), before, seq: seqs[0], source: 'home' });
    expect(second?.before).toBe(undefined);
    expect(recordsOf(await follow(log, 0, 2))).toEqual([first, second]);
    expect((await log.newest()).map(({ seq }) => seq).at(-1)).toBe(seqs[1]);
  });
}

function checkLast(check: Check, expect: Expect): void {
  check(
    'the last of a source is its newest record, hidden or not, and of a source without any there is none',
    async (harness) => {
      const [log, other] = [await harness.open(), await harness.open()];
      expect(await other.lastOf('home')).toBe(undefined);
      const appended = await (await log.openWriter('home')).append([
        draft(1),
        draft('ü', { lost: 2, segments: ['a.b'] }),
      ]);
      await (await log.openWriter('home.1')).append(drafts(1, 7));
      const last = { ...draft('ü', { lost: 2, segments: ['a.b'] }), source: 'home' };
      expect(await other.lastOf('home')).toEqual({ ...last, seq: appended.seqs[1] });
      const hidden = draft(3, { hidden: true, topic: '$' });
      const { seqs } = await (await other.openWriter('home')).append([hidden]);
      expect(await log.lastOf('home')).toEqual({ ...hidden, seq: seqs[0], source: 'home' });
      await harness.recreate();
      expect(await (await harness.open()).lastOf('home')).toBe(undefined);
    },
  );

  check('the last of a source is none once the log has dropped all of it', async (harness) => {
    const log = await harness.open({ maxRecords: 5 });
    await (await log.openWriter('home')).append(drafts(2));
    await (await log.openWriter('shed')).append(drafts(5));
    expect(await log.lastOf('home')).toBe(undefined);
    expect((await log.lastOf('shed'))?.id).toBe('5');
  });
}

function checkFence(check: Check, expect: Expect): void {
  check('a writer is done once another has appended for its source, and not before', async (harness) => {
    const [one, other] = [await harness.open(), await harness.open()];
    const old = await one.openWriter('home');
    await old.append(drafts(1));
    const next = await other.openWriter('home');
    expect((await old.append(drafts(1, 2))).outcome).toBe('appended');
    // It has not seen the second one, so it is too late as well.
    expect(await next.append(drafts(1, 3))).toEqual({ outcome: 'conflict', seqs: [] });
    const third = await other.openWriter('home');
    expect((await third.append(drafts(1, 4))).outcome).toBe('appended');
    expect(await old.append(drafts(2, 5))).toEqual({ outcome: 'conflict', seqs: [] });
    expect(await old.append(drafts(2, 5))).toEqual({ outcome: 'conflict', seqs: [] });
    expect(idsOf((await one.page({ since: 0, limit: 10 })).records)).toEqual(['1', '2', '4']);
  });

  check('of two first writers one wins', async (harness) => {
    const logs = [await harness.open(), await harness.open()];
    const writers = await Promise.all(logs.map((log) => log.openWriter('home')));
    const results = await Promise.all(writers.map((writer, index) => writer.append(drafts(1, index))));
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['appended', 'conflict']);
  });

  check('fifty sources append at the same time and never conflict', async (harness) => {
    const log = await harness.open();
    const following = follow(await harness.open(), 0, 1_000);
    const sources = Array.from({ length: 50 }, (_, index) => `central ${index}`);
    const outcomes = await Promise.all(
      sources.map(async (source) => {
        const writer = await log.openWriter(source);
        const results: string[] = [];
        for (let batch = 0; batch < 4; batch += 1) results.push((await writer.append(drafts(5, batch * 5))).outcome);
        return results;
      }),
    );
    expect(outcomes.flat().filter((outcome) => outcome !== 'appended')).toEqual([]);
    const records = recordsOf(await following);
    for (const source of sources) {
      const own = records.filter((record) => record.source === source);
      expect(idsOf(own)).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
    }
    const seqs = records.map(({ seq }) => seq);
    expect(seqs.every((seq, index) => seq > (seqs[index - 1] ?? 0))).toBe(true);
  });
}

/** Of a log that has given out nothing: it may begin anywhere. */
const startOf = async (log: SharedLog): Promise<number> => (await log.state()).lastSeq;

function checkReading(check: Check, expect: Expect): void {
  check('reads in pages that tell where to go on', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    let since = await startOf(log);
    expect(await log.page({ since, limit: 3 })).toEqual({ records: [], nextSince: since, more: false });
    await writer.append(drafts(7));
    const sizes: number[] = [];
    for (let more = true; more; ) {
      const page = await log.page({ since, limit: 3 });
      sizes.push(page.records.length);
      ({ nextSince: since, more } = page);
    }
    expect(sizes).toEqual([3, 3, 1]);
    expect(since).toBe((await log.state()).lastSeq);
    expect(await log.page({ since, limit: 3 })).toEqual({ records: [], nextSince: since, more: false });
  });

  check('reads only topics that match', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    const named = { topic: 'hub.x.y.sysvars.a', segments: ['hub', 'x.y', 'sysvars', 'a'] };
    await writer.append([draft(1), draft(2, { topic: 'device.B2' }), draft(3, named), draft(4)]);
    expect(idsOf((await log.page({ since: 0, limit: 10, topics: ['devices/A1'] })).records)).toEqual(['1', '4']);
    expect(idsOf((await log.page({ since: 0, limit: 10, topics: ['hub/+/sysvars/+'] })).records)).toEqual(['3']);
    const page = await log.page({ since: 0, limit: 1, topics: ['device.*'] });
    expect([idsOf(page.records), page.more]).toEqual([['1'], true]);
    const rest = await log.page({ since: page.nextSince, limit: 10, topics: ['device.*'] });
    expect([idsOf(rest.records), rest.more]).toEqual([['2', '4'], false]);
  });

  check('has the newest of each key, and nothing momentary', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    const { key: _, ...momentary } = draft(5);
    const keyed = [draft(1, { key: 'a' }), draft(2, { key: 'b' }), draft(3, { key: 'a' })];
    await writer.append([...keyed, draft(4, { key: 'c', topic: 'hub.c' }), momentary]);
    expect(idsOf(await log.newest())).toEqual(['2', '3', '4']);
    expect(idsOf(await log.newest(['device.#']))).toEqual(['2', '3']);
  });

  check('drops the oldest beyond its bound, and tells a reader who wanted them', async (harness) => {
    const log = await harness.open({ maxRecords: 10 });
    const writer = await log.openWriter('home');
    const result = await writer.append(drafts(25));
    const first = result.seqs[0] as number;
    const before = (await log.state()).oldestSeq;
    expect(before).toBe(first + 15);
    const page = await log.page({ since: first, limit: 100 });
    expect([idsOf(page.records).length, page.trimmed]).toEqual([10, { after: first, before }]);
    expect('trimmed' in (await log.page({ since: before - 1, limit: 100 }))).toBe(false);
    const notices = await follow(log, first, 10);
    expect(notices[0]).toEqual({ kind: 'trimmed', after: first, before });
    expect(kindsOf(notices).filter((kind) => kind === 'trimmed').length).toBe(1);
  });
}

function checkFollowing(check: Check, expect: Expect): void {
  check('hands over from history to live without a gap or a repeat', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    const start = await startOf(log);
    await writer.append(drafts(50));
    const following = follow(await harness.open(), start, 150);
    for (let first = 51; first <= 150; first += 10) await writer.append(drafts(10, first));
    const notices = await following;
    expect(idsOf(recordsOf(notices))).toEqual(Array.from({ length: 150 }, (_, index) => String(index + 1)));
    expect(kindsOf(notices).filter((kind) => kind !== 'record')).toEqual(['live']);
  });

  check('begins above the number that it is given, and says when it is live', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    const { seqs } = await writer.append(drafts(4));
    const since = seqs[1] as number;
    const notices: LogNotice[] = [];
    for await (const notice of log.follow({ since })) {
      notices.push(notice);
      if (notice.kind === 'live') await writer.append(drafts(1, 5));
      if (notice.kind === 'record' && notice.record.id === '5') break;
    }
    expect(kindsOf(notices)).toEqual(['record', 'record', 'live', 'record']);
    expect(idsOf(recordsOf(notices))).toEqual(['3', '4', '5']);
  });

  check('ends when it is told to, and when the log is closed', async (harness) => {
    const log = await harness.open();
    const since = await startOf(log);
    const ended = async (signal: AbortSignal | undefined, end: () => unknown) => {
      const kinds: string[] = [];
      for await (const notice of log.follow({ since, ...(signal && { signal }) })) {
        kinds.push(notice.kind);
        await end();
      }
      return kinds;
    };
    const control = new AbortController();
    expect(await ended(control.signal, () => control.abort())).toEqual(['live']);
    expect(await ended(undefined, () => log.close())).toEqual(['live']);
  });
}

function checkIdentity(check: Check, expect: Expect): void {
  check('a log that was made again is another one, and a follower of the old one is told', async (harness) => {
    const log = await harness.open();
    const writer = await log.openWriter('home');
    const { seqs } = await writer.append(drafts(3));
    const { epoch } = await log.state();
    expect((await (await harness.open()).state()).epoch).toBe(epoch);
    await harness.recreate();
    const next = await harness.open();
    const state = await next.state();
    expect(state.epoch === epoch).toBe(false);
    expect(await writer.append(drafts(1, 4))).toEqual({ outcome: 'conflict', seqs: [] });
    await (await next.openWriter('home')).append(drafts(1, 7));
    const notices = await follow(next, seqs[2] as number, 1, epoch);
    expect(notices[0]).toEqual({ kind: 'recreated', epoch: state.epoch });
    expect(idsOf(recordsOf(notices))).toEqual(['7']);
  });

  check('a number that the log never gave out is told', async (harness) => {
    const log = await harness.open();
    await (await log.openWriter('home')).append(drafts(2));
    const { lastSeq, epoch } = await log.state();
    const notices = await follow(log, lastSeq + 10, 2, epoch);
    expect(notices[0]).toEqual({ kind: 'recreated', epoch });
    expect(idsOf(recordsOf(notices))).toEqual(['1', '2']);
  });
}

function checkNumbersThatGoBack(check: Check, expect: Expect): void {
  const cases = [
    { faster: 1, still: 'are still behind' },
    { faster: 5, still: 'were given out again before it looks' },
  ];
  for (const { faster, still } of cases) {
    check(
      `a log whose numbers went back is another one, and a follower is told where they ${still}`,
      async (harness) => {
        const [log, other] = [await harness.open(), await harness.open()];
        const writer = await log.openWriter('home');
        await writer.append(drafts(2));
        const { epoch } = await log.state();
        const restore = await harness.copy();
        await writer.append(drafts(2, 3));
        const notices: LogNotice[] = [];
        for await (const notice of log.follow({ since: 0 })) {
          notices.push(notice);
          if (notice.kind === 'live') {
            await restore();
            await (await other.openWriter('shed')).append(drafts(faster, 11));
          }
          if (notice.kind === 'record' && notice.record.id === String(10 + faster)) break;
        }
        const told = notices.find(({ kind }) => kind === 'recreated');
        const again = (await other.state()).epoch;
        expect(told).toEqual({ kind: 'recreated', epoch: again });
        expect(again === epoch).toBe(false);
        const all = ['1', '2', ...idsOf(drafts(faster, 11))];
        expect(idsOf(recordsOf(notices))).toEqual(['1', '2', '3', '4', ...all]);
        expect(await writer.append(drafts(1, 5))).toEqual({ outcome: 'conflict', seqs: [] });
      },
    );
  }
}
