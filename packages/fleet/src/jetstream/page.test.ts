import { JetStreamApiError, JetStreamError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { describe, expect, it, vi } from 'vitest';
import type { Broker } from './broker.js';
import { SharedLogRefusedError } from './errors.js';
import { readPage } from './page.js';

/** Answers of the leader about messages above a number: there are some, again and again, after these answers. */
const readingFrom = (consumer: object, said: object, above: readonly boolean[] = []) => {
  let asked = 0;
  return {
    ...reading(consumer, said),
    async hasAbove() {
      asked += 1;
      return above[asked - 1] ?? true;
    },
  };
};
const reading = (consumer: object, said: object) => ({
  ask: async () => ({ epoch: 'e1', ...said }),
  client: { consumers: { get: async () => consumer } },
  timeoutMs: 1_000,
});

/** A broker with one record, whose consumers fail so often before. */
function brokerThatFails(times: number, error: Error) {
  let time = 0;
  const pause = vi.fn(async () => {
    time += 500;
  });
  const suspect = vi.fn();
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
    reading: readingFrom(consumer, { oldestSeq: 1, lastSeq: 1 }),
    closed: new AbortController().signal,
    ...{ pause, suspect },
  };
  return { broker: broker as Broker, pause, suspect, now: () => time };
}

/**
 * A broker that reports its numbers, and has less by the time it is read, or hands out this from the second time on.
 */
function brokerThatDrops(said: object, seqs: readonly number[], later = seqs, above?: readonly boolean[]): Broker {
  let times = 0;
  const consumer = {
    delete: async () => true,
    fetch: async () =>
      (async function* () {
        times += 1;
        for (const seq of times === 1 ? seqs : later)
          yield { seq, subject: 'events.home', headers: undefined, string: () => '' };
      })(),
  };
  const broker: unknown = {
    reading: readingFrom(consumer, said, above),
    closed: new AbortController().signal,
    ...{ suspect() {}, pause: async () => {} },
  };
  return broker as Broker;
}

const query = { since: 0, limit: 10 };
const notFound = () => Object.assign(new Error('no responders'), { name: 'JetStreamStatusError' });

describe('a page of a stream', () => {
  it('reports records that were dropped between the check and the reading', async () => {
    const said = { oldestSeq: 5, lastSeq: 10 };
    expect(await readPage(brokerThatDrops(said, [8, 9, 10]), { since: 6, limit: 10 })).toMatchObject({
      ...{ trimmed: { after: 6, before: 8 }, nextSince: 10, more: false },
    });
    const whole = await readPage(brokerThatDrops(said, [7, 8, 9, 10]), { since: 6, limit: 10 });
    expect(whole).not.toHaveProperty('trimmed');
  });

  it('ends before a hole behind its records, so that the next page reports it', async () => {
    const broker = brokerThatDrops({ oldestSeq: 5, lastSeq: 10 }, [7, 9, 10]);
    const page = await readPage(broker, { since: 6, limit: 10 });
    expect(page).toMatchObject({ nextSince: 7, more: true });
    expect(page).not.toHaveProperty('trimmed');
  });

  it('never goes back where a server that is behind hands out what comes before', async () => {
    const said = { oldestSeq: 1, lastSeq: 10 };
    const page = await readPage(brokerThatDrops(said, [6, 7, 8, 9]), { since: 8, limit: 2 });
    expect(page).toMatchObject({ nextSince: 9, more: true });
    expect(page).not.toHaveProperty('trimmed');
    const next = await readPage(brokerThatDrops(said, [6, 7, 8], [9, 10]), { since: 8, limit: 2 });
    expect(next).toMatchObject({ nextSince: 10, more: false });
  });

  it('is asked for again where no answer came in time or nothing came, and the servers are looked at', async () => {
    const missed = new JetStreamError('heartbeats missed');
    for (const error of [
      new errors.TimeoutError(),
      new errors.RequestError('', { cause: new errors.TimeoutError() }),
      missed,
    ]) {
      const { broker, suspect } = brokerThatFails(4, error);
      expect(await readPage(broker, query)).toMatchObject({ nextSince: 1, more: false });
      expect(suspect).toHaveBeenCalledTimes(4);
    }
    const page = await readPage(brokerThatDrops({ oldestSeq: 1, lastSeq: 1 }, [], [1]), query);
    expect(page).toMatchObject({ nextSince: 1, more: false });
  });

  it('reports a missing end of the log once the leader has reported it twice, and reads on after the first report', async () => {
    const said = { oldestSeq: 1, lastSeq: 10 };
    const after = { since: 7, limit: 10 };
    expect(await readPage(brokerThatDrops(said, [], [], [false, false]), after)).toEqual({
      ...{ records: [], nextSince: 10, more: false, trimmed: { after: 7, before: 11 } },
    });
    const page = await readPage(brokerThatDrops(said, [], [8, 9, 10], [false, true]), after);
    expect(page).toMatchObject({ nextSince: 10, more: false });
    expect(page).not.toHaveProperty('trimmed');
  });

  it('is asked for again while the servers do not find the consumer that they have made', async () => {
    const { broker, pause } = brokerThatFails(4, notFound());
    expect(await readPage(broker, query)).toMatchObject({ nextSince: 1, more: false });
    expect(pause).toHaveBeenCalledTimes(4);
  });

  it.each([
    ['10008', new JetStreamApiError({ err_code: 10_008, code: 503, description: 'temporarily unavailable' })],
    ['no quorum', new Error('most of its servers are away')],
  ])('is asked for again while the servers elect who leads them (%s)', async (_what, error) => {
    const { broker, pause } = brokerThatFails(3, error);
    expect(await readPage(broker, query)).toMatchObject({ nextSince: 1, more: false });
    expect(pause).toHaveBeenCalledTimes(3);
  });

  it('fails where that lasts, and at once where the stream is not to be used, or not by this login', async () => {
    const lasting = brokerThatFails(Number.POSITIVE_INFINITY, notFound());
    await expect(readPage(lasting.broker, query, lasting.now)).rejects.toThrow('no responders');
    expect(lasting.pause).toHaveBeenCalledTimes(24);
    const forbidden = new errors.PermissionViolationError('not allowed', 'publish', '$JS.API.CONSUMER.CREATE');
    for (const error of [new SharedLogRefusedError('it is gone', 'restore it'), forbidden]) {
      const { broker, pause } = brokerThatFails(1, error);
      await expect(readPage(broker, query)).rejects.toBe(error);
      expect(pause).not.toHaveBeenCalled();
    }
  });
});
