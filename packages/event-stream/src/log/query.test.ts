import { describe, expect, it } from 'vitest';
import type { EventLog, LogPageQuery } from '../model/event-log.js';
import { createTopicTable } from '../topic/table.js';
import { createMemoryLog } from './memory.js';
import { checkQuery, queryLog } from './query.js';

/**
 * A long log in which the last event is the only one of its topic, read with a record of everything that a scan does.
 */
async function longLog(events: number, msPerPage = 0) {
  const log = createMemoryLog();
  await log.open({ tail: 0 });
  await log.begin({ epoch: 'e', seq: 0, reservedSeq: 1e9 });
  const topicOf = (seq: number) => (seq === events ? 'rare' : 'common');
  await log.append({
    records: Array.from({ length: events }, (_, index) => index + 1).map((seq) => ({
      seq,
      topic: topicOf(seq),
      text: JSON.stringify({ seq, topic: topicOf(seq) }),
    })),
  });
  const steps: string[] = [];
  let now = 0;
  const noted: EventLog = {
    ...log,
    page(query: LogPageQuery) {
      now += msPerPage;
      steps.push(`page of ${query.limit}`);
      return log.page(query);
    },
  };
  const pace = { nextTurn: async () => void steps.push('turn'), monotonic: () => now };
  const topics = createTopicTable(1_000);
  const ask = (query: Parameters<typeof checkQuery>[0]) =>
    queryLog(noted, checkQuery(query), (topic) => topics.get(topic), pace);
  return { ask, steps };
}

describe('a query of the log', () => {
  it('reads pages of one size for any limit, and lets everything else run between them', async () => {
    const { ask, steps } = await longLog(2_000);
    const answer = await ask({ topics: ['rare'], limit: 1 });
    expect(answer).toMatchObject({ events: [{ seq: 2_000 }], nextSince: 2_000, more: false });
    const page = 'page of 512';
    expect(steps).toEqual([page, 'turn', page, 'turn', page, 'turn', page]);
  });

  it('answers where to go on when its time is over, however little it has found', async () => {
    const { ask, steps } = await longLog(5_000, 60);
    const first = await ask({ topics: ['rare'] });
    expect(first).toMatchObject({ events: [], nextSince: 1_024, more: true });
    expect(steps.filter((step) => step !== 'turn')).toHaveLength(2);
    let { nextSince, more, events } = first;
    while (more) ({ nextSince, more, events } = await ask({ topics: ['rare'], since: nextSince }));
    expect(events).toMatchObject([{ seq: 5_000 }]);
  });

  it('answers where to go on after ten thousand events, however quick they are', async () => {
    const { ask } = await longLog(30_000);
    const first = await ask({ topics: ['rare'] });
    expect(first).toMatchObject({ events: [], more: true });
    expect(first.nextSince).toBeLessThan(11_000);
    expect(await ask({ topics: ['rare'], since: 29_000 })).toMatchObject({ events: [{ seq: 30_000 }], more: false });
  });

  it('shows no event of a restricted topic, not even for its name', async () => {
    const log = createMemoryLog();
    await log.open({ tail: 0 });
    await log.begin({ epoch: 'e', seq: 0, reservedSeq: 1e9 });
    const records = ['$alarm.duress', 'alarm.panel'].map((topic, at) => ({
      seq: at + 1,
      topic,
      text: `{"seq":${at + 1}}`,
    }));
    await log.append({ records });
    const topics = createTopicTable(1_000);
    const pace = { nextTurn: async () => {}, monotonic: () => 0 };
    const asked = async (wanted?: readonly string[]) =>
      (await queryLog(log, checkQuery({ topics: wanted }), (topic) => topics.get(topic), pace)).events;
    expect(await asked()).toMatchObject([{ seq: 2 }]);
    expect(await asked(['*', '$alarm.duress'])).toMatchObject([{ seq: 2 }]);
    expect(await asked(['$alarm.duress'])).toEqual([]);
  });

  it('goes on within a page that holds more than its limit', async () => {
    const { ask } = await longLog(20);
    const first = await ask({ limit: 7 });
    expect(first).toMatchObject({ nextSince: 7, more: true });
    const second = await ask({ limit: 13, since: first.nextSince });
    expect(second.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, index) => index + 8));
    expect(second).toMatchObject({ nextSince: 20, more: false });
  });
});
