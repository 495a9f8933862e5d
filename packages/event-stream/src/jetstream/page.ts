import { DeliverPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { recordFilter } from '../log/shared-reading.js';
import type { SharedPage, SharedPageQuery, SharedRecord } from '../model/shared-log.js';
import { isNotFoundYet } from './answers.js';
import type { Broker } from './broker.js';
import { readRecord } from './record.js';

/** Messages that one page looks at, whatever its filter leaves over. */
const scanMessages = 2_048;
const idleMs = 30_000;
/** The client asks for no shorter one. */
const shortestFetchMs = 1_000;

/** Options of a consumer that reads everything above a number. */
export function above(seq: number) {
  return {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: seq + 1,
    inactive_threshold: nanos(idleMs),
  } as const;
}

/** Servers that have found each other again look for the consumer that they have just made, and do not find it for a moment. */
const attempts = 5;

export async function readPage(broker: Broker, query: SharedPageQuery): Promise<SharedPage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readOnce(broker, query);
    } catch (error) {
      if (!isNotFoundYet(error) || attempt === attempts || broker.closed.aborted) throw error;
      await broker.pause(broker.closed);
    }
  }
}

async function readOnce(broker: Broker, { since, limit, topics }: SharedPageQuery): Promise<SharedPage> {
  const matches = recordFilter(topics);
  const { oldestSeq, lastSeq } = await broker.look();
  const beginning = Math.max(since, oldestSeq - 1);
  let oldestRead = oldestSeq;
  const records: SharedRecord[] = [];
  let nextSince = beginning;
  if (nextSince < lastSeq) {
    const consumer = await broker.client.consumers.get(broker.name, above(nextSince));
    const wanted = Math.min(topics ? scanMessages : limit, lastSeq - nextSince);
    const messages = await consumer.fetch({
      max_messages: wanted,
      expires: Math.max(shortestFetchMs, broker.timeoutMs),
    });
    for await (const message of messages) {
      if (message.seq > nextSince + 1) {
        // Dropped since the look. Behind records it is the next page that tells it.
        if (nextSince > beginning) break;
        oldestRead = message.seq;
      }
      nextSince = message.seq;
      const record = readRecord(message);
      if (record && matches(record)) records.push(record);
      if (records.length === limit || nextSince >= lastSeq) break;
    }
    await consumer.delete();
  }
  const trimmed = since + 1 < oldestRead && { trimmed: { after: since, before: oldestRead } };
  return { records, nextSince, more: nextSince < lastSeq, ...trimmed };
}
