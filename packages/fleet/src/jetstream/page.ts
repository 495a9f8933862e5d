import type { SharedPage, SharedPageQuery, SharedRecord } from '@ccu-gateway/event-stream';
import { recordFilter } from '@ccu-gateway/event-stream';
import { DeliverPolicy } from '@nats-io/jetstream';
import { errors, nanos } from '@nats-io/transport-node';
import { isForbidden, isSilence } from '../broker/answers.js';
import type { Broker } from './broker.js';
import { SharedLogRefusedError } from './errors.js';
import { endsInHole } from './hole.js';
import { readRecord } from './record.js';

/** Messages that one page reads, however many its filter leaves over. */
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

/**
 * In milliseconds. Servers that have found each other again search the consumer that they have just made, and do not
 * find it for a moment. One that has lost another answers nothing, or that it can do nothing, until the leader is
 * known, which takes up to nine seconds.
 */
const PATIENCE_MS = 12_000;

export async function readPage(
  broker: Broker,
  query: SharedPageQuery,
  now: () => number = () => performance.now(),
): Promise<SharedPage> {
  const end = now() + PATIENCE_MS;
  for (;;) {
    try {
      return await readOnce(broker, query);
    } catch (error) {
      // Events of a page that cannot be read are reported as lost.
      if (error instanceof SharedLogRefusedError || isForbidden(error)) throw error;
      if (isSilence(error)) broker.suspect();
      if (now() >= end || broker.closed.aborted) throw error;
      await broker.pause(broker.closed);
    }
  }
}

async function readOnce(broker: Broker, { since, limit, topics }: SharedPageQuery): Promise<SharedPage> {
  const { name, reading, closed } = broker;
  const matches = recordFilter(topics);
  const state = await reading.ask();
  const { oldestSeq, lastSeq } = state;
  const beginning = Math.max(since, oldestSeq - 1);
  let oldestRead = oldestSeq;
  const records: SharedRecord[] = [];
  let nextSince = beginning;
  if (nextSince < lastSeq) {
    const consumer = await reading.client.consumers.get(name, above(nextSince));
    const wanted = Math.min(topics ? scanMessages : limit, lastSeq - nextSince);
    const messages = await consumer.fetch({
      max_messages: wanted,
      expires: Math.max(shortestFetchMs, reading.timeoutMs),
    });
    for await (const message of messages) {
      // A server that is behind begins where it ends.
      if (message.seq <= nextSince) continue;
      if (message.seq > nextSince + 1) {
        // Dropped since the check. Behind records the next page reports it.
        if (nextSince > beginning) break;
        oldestRead = message.seq;
      }
      nextSince = message.seq;
      const record = readRecord(message);
      if (record && matches(record)) records.push(record);
      if (records.length === limit || nextSince >= lastSeq) break;
    }
    // Else it ends by itself.
    void consumer.delete().catch(() => {});
    if (nextSince === beginning) {
      if (!(await endsInHole(broker, nextSince, state, closed))) throw new errors.TimeoutError();
      nextSince = lastSeq;
      oldestRead = lastSeq + 1;
    }
  }
  const trimmed = since + 1 < oldestRead && { trimmed: { after: since, before: oldestRead } };
  return { records, nextSince, more: nextSince < lastSeq, ...trimmed };
}
