import { describe, expect, it, vi } from 'vitest';
import type { Broker } from './broker.js';
import { readPage } from './page.js';

/** A broker with one record, whose consumers fail so often before. */
function brokerThatFails(times: number, error: Error) {
  const pause = vi.fn(async () => {});
  let left = times;
  const message = { seq: 1, subject: 'events.home', headers: undefined, string: () => '' };
  const consumer = {
    fetch: async () => {
      left -= 1;
      if (left >= 0) throw error;
      return (async function* () {
        yield message;
      })();
    },
    delete: async () => true,
  };
  const broker: unknown = {
    look: async () => ({ epoch: 'e1', oldestSeq: 1, lastSeq: 1 }),
    client: { consumers: { get: async () => consumer } },
    closed: new AbortController().signal,
    timeoutMs: 1_000,
    pause,
  };
  return { broker: broker as Broker, pause };
}

/** A broker that says what it has, and has less by the time it is read. */
function brokerThatDrops(said: object, seqs: readonly number[]): Broker {
  const consumer = {
    delete: async () => true,
    fetch: async () =>
      (async function* () {
        for (const seq of seqs) yield { seq, subject: 'events.home', headers: undefined, string: () => '' };
      })(),
  };
  const broker: unknown = {
    look: async () => ({ epoch: 'e1', ...said }),
    client: { consumers: { get: async () => consumer } },
    timeoutMs: 1_000,
  };
  return broker as Broker;
}

const query = { since: 0, limit: 10 };
const notFound = () => Object.assign(new Error('no responders'), { name: 'JetStreamStatusError' });

describe('a page of a stream', () => {
  it('tells what was dropped between the look and the reading', async () => {
    const said = { oldestSeq: 5, lastSeq: 10 };
    expect(await readPage(brokerThatDrops(said, [8, 9, 10]), { since: 6, limit: 10 })).toMatchObject({
      ...{ trimmed: { after: 6, before: 8 }, nextSince: 10, more: false },
    });
    const whole = await readPage(brokerThatDrops(said, [7, 8, 9, 10]), { since: 6, limit: 10 });
    expect(whole).not.toHaveProperty('trimmed');
  });

  it('ends before a hole behind what it has read, so that the next one tells it', async () => {
    const broker = brokerThatDrops({ oldestSeq: 5, lastSeq: 10 }, [7, 9, 10]);
    const page = await readPage(broker, { since: 6, limit: 10 });
    expect(page).toMatchObject({ nextSince: 7, more: true });
    expect(page).not.toHaveProperty('trimmed');
  });

  it('is asked for again while the servers do not find the consumer that they have made', async () => {
    const { broker, pause } = brokerThatFails(4, notFound());
    expect(await readPage(broker, query)).toMatchObject({ nextSince: 1, more: false });
    expect(pause).toHaveBeenCalledTimes(4);
  });

  it('fails where that lasts, and at once where it is something else', async () => {
    await expect(readPage(brokerThatFails(5, notFound()).broker, query)).rejects.toThrow('no responders');
    const { broker, pause } = brokerThatFails(1, new Error('timeout'));
    await expect(readPage(broker, query)).rejects.toThrow('timeout');
    expect(pause).not.toHaveBeenCalled();
  });
});
