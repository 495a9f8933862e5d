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

const query = { since: 0, limit: 10 };
const notFound = () => Object.assign(new Error('no responders'), { name: 'JetStreamStatusError' });

describe('a page of a stream', () => {
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
