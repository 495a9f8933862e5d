import { describe, expect, it } from 'vitest';
import { type HistorySetup, readHistory } from '../log/history.js';
import type { LogRecord } from '../model/event-log.js';
import type { Consumer } from './consumer.js';
import { iterate } from './cursor.js';

const records = (from: number, count: number): readonly LogRecord[] =>
  Array.from({ length: count }, (_, index) => ({ seq: from + index, topic: 'a', text: `{"seq":${from + index}}` }));

/**
 * A log of so many full pages, all of which the ring has dropped. Of the log only `page` is read, and no topic is
 * inspected, because nothing matches.
 */
function setupOf(pages: number, more: Partial<HistorySetup> = {}): HistorySetup {
  const size = 4;
  const last = pages * size;
  return {
    log: {
      page: async ({ since }: { readonly since: number }) => ({
        records: records(since + 1, Math.min(size, last - since)),
        gaps: [],
        oldestSeq: 1,
        more: since + size < last,
      }),
    } as never,
    matches: () => false,
    topicOf: () => ({}) as never,
    drain: async () => true,
    evictedSeq: () => last,
    toldSeq: () => 0,
    nextTurn: async () => undefined,
    onError: (error) => {
      throw error;
    },
    ...more,
  };
}

describe('reading on in the log', () => {
  it('lets everything else have its turn between two pages, also where nothing in them matches', async () => {
    let turns = 0;
    const history = readHistory(
      setupOf(5, {
        async nextTurn() {
          turns += 1;
        },
      }),
      0,
    );
    expect(await history.next()).toEqual({ done: true, value: 20 });
    expect(turns).toBe(4);
  });

  it('takes no position in the ring again when its reader went away meanwhile', async () => {
    let goOn = () => {};
    const resumed: number[] = [];
    const consumer: Consumer = {
      hasMissed: true,
      missed: () => ({ reason: 'overflow', afterSeq: 0, upTo: 8 }),
      read: () => undefined,
      resume: (seq) => void resumed.push(seq),
      close: () => undefined,
    };
    const cursor = iterate({
      open: () => consumer,
      history: () =>
        readHistory(setupOf(2, { nextTurn: () => new Promise((resolve) => (goOn = () => resolve(undefined))) }), 0),
      lossOf: () => ({ reason: 'overflow', oldestSeq: 1, seq: 8 }),
      ending: { ended: false, onEnd: () => () => undefined },
    });
    const next = cursor.next();
    for (let index = 0; index < 10; index += 1) await Promise.resolve();
    await cursor.return?.();
    goOn();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(resumed).toEqual([]);
  });
});
