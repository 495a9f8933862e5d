import type { SharedLog } from '@ccu-gateway/event-stream';
import { newestByScan } from '@ccu-gateway/event-stream';
import { jetstream, jetstreamManager, type NextMsgRequest } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connect, credsAuthenticator, type NodeConnectionOptions } from '@nats-io/transport-node';
import { randomId } from '../model/random-id.js';
import { checkAccess, withRemedy, withRemedyOfConnecting } from './access.js';
import type { Broker, Reading } from './broker.js';
import { pause, type Watched, watchConnection } from './connection.js';
import { ensureStream, type StreamShape } from './create.js';
import { throughElection } from './election.js';
import { followStream } from './follow.js';
import { askState, keepLooking } from './looking.js';
import { createMover } from './moving.js';
import { lastOf } from './newest.js';
import { readPage } from './page.js';
import { redialDelay } from './redial.js';
import { openWriter } from './writer.js';

/** Which stream on which broker. */
export interface JetStreamLogOptions {
  /** Servers, TLS and credentials, as the NATS client takes them. It reconnects for ever. */
  readonly connection: NodeConnectionOptions;
  /** The content of a credentials file (JWT and NKey), as `nsc` makes it. */
  readonly credentials?: Uint8Array;
  /** Of the stream: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Whose log it is. Who opens it under another owner is refused, so that two fleets on one broker do not mix. */
  readonly owner: string;
  /**
   * Highest number ever given out, where known: the log must not give out it or one below again. Default 0. A stream that is made begins
   * above it, and with the time of the servers in microseconds: one that is made anew is above its past.
   */
  readonly above?: number;
  /** How the stream is made where there is none. */
  readonly shape?: StreamShape;
  /** How long an answer of the broker may take; default 5 000. */
  readonly timeoutMs?: number;
  /** Between attempts to read; default 500. */
  readonly retryMs?: number;
  /** Between two looks whether the servers still do their work; default 2 000. */
  readonly lookMs?: number;
  readonly random?: () => number;
}

/**
 * A shared log that is a stream of NATS JetStream, on servers from 2.9. Rejects when no server answers, and with
 * `SharedLogRefusedError` when the stream is not a log of this owner (nothing of it is changed), or when the broker refuses what the
 * log needs.
 *
 * @example
 * const log = await openJetStreamLog({ connection: { servers: 'nats://127.0.0.1' }, name: 'events', owner: 'house-1' });
 */
export async function openJetStreamLog(options: JetStreamLogOptions): Promise<SharedLog> {
  const { name } = options;
  if (!/^[\w-]+$/.test(name)) throw new RangeError('the name of a stream has letters, digits, - and _ only');
  const { credentials } = options;
  const connection = await connectForGood({
    // A broker that stands still, or a line that is cut, is noticed after two pings without an answer.
    pingInterval: 5_000,
    maxPingOut: 2,
    // One that takes connections and says nothing must not keep others from being asked.
    timeout: 5_000,
    // A stack of each request, for its error, says nothing more, and takes a tenth of what an event costs.
    noAsyncTraces: true,
    ...options.connection,
    ...(credentials && { authenticator: credsAuthenticator(credentials) }),
  }).catch((error: unknown) => {
    throw withRemedyOfConnecting(error, name);
  });
  try {
    return await openOn(connection, options);
  } catch (error) {
    await connection.close();
    throw withRemedy(error, name);
  }
}

/**
 * By default two refusals end the client for good, also where the servers were given wrong users for a second. A client that goes on
 * also does so before it was ever let in, where servers name each other: another one finds out first whether they let it in.
 */
async function connectForGood(options: NodeConnectionOptions): Promise<NatsConnection> {
  const first = await connect(options);
  await first.close();
  const reconnectDelayHandler = redialDelay(options);
  return await connect({ ...options, reconnectDelayHandler, ignoreAuthErrorAbort: true, maxReconnectAttempts: -1 });
}

async function openOn(connection: NatsConnection, options: JetStreamLogOptions): Promise<SharedLog> {
  const { name, owner, above = 0, shape = {}, timeoutMs = 5_000, random = Math.random } = options;
  const marker = { owner, epoch: randomId(random) };
  const client = jetstream(connection, { timeout: timeoutMs });
  const { manager, epoch } = await throughElection(async () => {
    const asked = await jetstreamManager(connection, { timeout: timeoutMs });
    const serverVersion = connection.info?.version ?? '';
    const found = await ensureStream(asked, { name, above, marker, shape, serverVersion });
    await checkAccess(client, asked, name);
    return { manager: asked, epoch: found.epoch };
  });
  const closing = new AbortController();
  const watched = watchConnection(connection);
  const { retryMs = 500, lookMs = 2_000 } = options;
  const looking = keepLooking({
    ...{ manager, watched, name, owner, epoch, retryMs, lookMs },
    mover: createMover(connection, options.connection),
    closed: closing.signal,
  });
  const broker: Broker = {
    name,
    client,
    manager,
    reading: await openReading(connection, options),
    get health() {
      return watched.health();
    },
    get epoch() {
      return looking.epoch();
    },
    get lastSeq() {
      return looking.lastSeq();
    },
    closed: closing.signal,
    look: looking.look,
    suspect: looking.suspect,
    hindered: looking.hindered,
    renew: looking.renew,
    get isThere() {
      return watched.isConnected() && looking.isFine();
    },
    onDisturbed: looking.onDisturbed,
    timeoutMs,
    pause: (signal) => pause(retryMs, signal),
  };
  return logOn(broker, watched, async () => {
    closing.abort();
    await connection.close();
  });
}

/** In milliseconds. An answer that is asked for again is waited for no longer. */
const READING_MS = 1_000;

async function openReading(connection: NatsConnection, options: JetStreamLogOptions): Promise<Reading> {
  const timeoutMs = Math.min(options.timeoutMs ?? READING_MS, READING_MS);
  // Whether there is JetStream was asked already.
  const manager = await jetstreamManager(connection, { timeout: timeoutMs, checkAPI: false });
  const client = jetstream(connection, { timeout: timeoutMs });
  const { name } = options;
  return {
    ...{ client, timeoutMs, ask: () => askState(manager, options) },
    async hasAbove(seq) {
      const next: NextMsgRequest & { readonly seq: number } = { seq: seq + 1, next_by_subj: `${name}.*` };
      return (await manager.streams.getMessage(name, next)) !== null;
    },
  };
}

function logOn(broker: Broker, watched: Watched, close: () => Promise<void>): SharedLog {
  const log: SharedLog = {
    get health() {
      return broker.health;
    },
    onHealth: watched.onHealth,
    state: broker.look,
    openWriter: (source) => openWriter(broker, source),
    page: (query) => readPage(broker, query),
    lastOf: (source) => lastOf(broker, source),
    follow: (follow) => followStream(broker, follow),
    newest: (topics) => newestByScan(log, topics),
    close,
  };
  return log;
}
