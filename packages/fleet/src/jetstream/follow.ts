import type { FollowOptions, LogNotice, SharedLogState } from '@ccu-gateway/event-stream';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { reasonOf } from '../broker/answers.js';
import type { Broker } from './broker.js';
import { idOf, lookFrom, type Place } from './continuity.js';
import { endsInHole } from './hole.js';
import { above } from './page.js';
import { readRecord } from './record.js';

/**
 * Messages asked for ahead, and how often a server reports that there are none: two that do not come are a reason to
 * check.
 */
const ahead = { max_messages: 512, idle_heartbeat: 2_000 };

/**
 * Every check of the stream finds out changes that messages alone cannot show: that it is another one, that its numbers
 * went back, and that the next ones are gone. Any disturbance of the reading leads to another check, from the number
 * that was handed over last.
 */
export async function* followStream(
  broker: Broker,
  { since, epoch, signal }: FollowOptions,
): AsyncGenerator<LogNotice, void, undefined> {
  const end = signal ? AbortSignal.any([signal, broker.closed]) : broker.closed;
  const place: Place = { epoch: epoch ?? broker.epoch, at: since, ...atFirst };
  let isQuiet = false;
  while (!end.aborted) {
    const state = await lookFrom(broker, place, end);
    // Reported before anything else can fail: changes that `place` has taken in already are not found out again.
    if (state) yield* adjust(place, state);
    if (state && isQuiet) yield* await passHole(broker, place, state, end);
    const { at } = place;
    const messages = state && (await beginReading(broker, place));
    isQuiet = messages !== undefined && (yield* read(broker, place, messages, end));
    if (place.at === at) await broker.pause(end);
  }
}

const atFirst = { liveAt: -1, isReached: false, id: undefined } as const;

async function beginReading(broker: Broker, place: Place): Promise<ConsumerMessages | undefined> {
  try {
    const consumer = await broker.client.consumers.get(broker.name, above(place.at));
    const messages = await consumer.consume(ahead);
    broker.hindered(place, undefined);
    return messages;
  } catch (error) {
    broker.hindered(place, `events cannot be read: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Reports changes of the stream, and moves on to the next readable message. */
function adjust(place: Place, { epoch, oldestSeq, lastSeq }: SharedLogState): LogNotice[] {
  const notices: LogNotice[] = [];
  if (epoch !== place.epoch || place.at > lastSeq) {
    notices.push({ kind: 'recreated', epoch });
    Object.assign(place, { epoch, at: oldestSeq - 1, ...atFirst });
  }
  if (place.at + 1 < oldestSeq) {
    notices.push({ kind: 'trimmed', after: place.at, before: oldestSeq });
    Object.assign(place, { at: oldestSeq - 1, id: undefined });
  }
  place.isReached = true;
  if (place.liveAt === -1) place.liveAt = lastSeq;
  return [...notices, ...saidLive(place)];
}

function saidLive(place: Place): LogNotice[] {
  if (place.liveAt === undefined || place.at < place.liveAt) return [];
  place.liveAt = undefined;
  return [{ kind: 'live', seq: place.at }];
}

/** Moves on to the end of a log without a message at its last numbers: no message would ever lead there. */
async function passHole(
  broker: Broker,
  place: Place,
  state: SharedLogState,
  end: AbortSignal,
): Promise<readonly LogNotice[]> {
  const { at: after } = place;
  try {
    const isHole = after < state.lastSeq && (await endsInHole(broker, after, state, end));
    if (!isHole || end.aborted) return [];
  } catch (error) {
    broker.hindered(place, `events cannot be read: ${reasonOf(error)}`);
    return [];
  }
  Object.assign(place, { at: state.lastSeq, id: undefined });
  return [{ kind: 'trimmed', after, before: state.lastSeq + 1 }, ...saidLive(place)];
}

/**
 * Until something is out of order; closing the messages ends the loop. Returns true when messages that should be there
 * stayed away.
 */
async function* read(
  broker: Broker,
  place: Place,
  messages: ConsumerMessages,
  end: AbortSignal,
): AsyncGenerator<LogNotice, boolean, undefined> {
  let isWaiting = true;
  let isQuiet = false;
  const stop = () => messages.stop();
  const onHeartbeat = () => {
    if (!isWaiting || place.at >= broker.lastSeq) return;
    isQuiet = true;
    stop();
  };
  const forget = broker.onDisturbed(stop);
  end.addEventListener('abort', stop);
  void watch(messages, stop, onHeartbeat);
  if (end.aborted) stop();
  try {
    for await (const message of messages) {
      if (end.aborted || message.seq <= place.at) return false;
      isWaiting = false;
      yield* handOver(place, message);
      isWaiting = true;
      if (end.aborted) return false;
    }
  } catch {
    // An error that the client throws when its connection ends; the next check shows the state of the stream.
    await broker.pause(end);
  } finally {
    forget();
    end.removeEventListener('abort', stop);
    stop();
  }
  return isQuiet;
}

function* handOver(place: Place, message: JsMsg): Generator<LogNotice, void, undefined> {
  const after = place.at;
  Object.assign(place, { at: message.seq, id: idOf(message.headers) });
  if (message.seq > after + 1) yield { kind: 'trimmed', after, before: message.seq };
  const record = readRecord(message);
  // A number that holds nothing to be read is as good as one that was dropped.
  if (record) yield { kind: 'record', record };
  else yield { kind: 'trimmed', after: message.seq - 1, before: message.seq + 1 };
  yield* saidLive(place);
}

const disturbances = new Set([
  'heartbeats_missed',
  'consumer_not_found',
  'consumer_deleted',
  'stream_not_found',
  'ordered_consumer_recreated',
  'no_responders',
]);

async function watch(messages: ConsumerMessages, stop: () => void, onHeartbeat: () => void): Promise<void> {
  for await (const { type } of messages.status()) {
    if (disturbances.has(type)) stop();
    if (type === 'heartbeat') onHeartbeat();
  }
}
