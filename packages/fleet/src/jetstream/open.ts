import type { SharedLog } from '@ccu-gateway/event-stream';
import { newestByScan } from '@ccu-gateway/event-stream';
import { jetstream, jetstreamManager, type NextMsgRequest } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectForGood, type ServerOptions } from '../broker/connect.js';
import { throughElection } from '../broker/election.js';
import { watchServer } from '../broker/server.js';
import type { FleetEnvironment } from '../model/environment.js';
import { randomId } from '../model/random-id.js';
import { pause, systemEnvironment } from '../time/system.js';
import { checkAccess, withRemedy, withRemedyOfConnecting } from './access.js';
import type { Broker, Reading } from './broker.js';
import { type Watched, watchConnection } from './connection.js';
import { ensureStream, type StreamShape } from './create.js';
import { followStream } from './follow.js';
import { askState, keepLooking } from './looking.js';
import { lastOf } from './newest.js';
import { readPage } from './page.js';
import { openWriter } from './writer.js';

/** Which stream on which broker. */
export interface JetStreamLogOptions extends ServerOptions {
  /** Of the stream: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Owner of the log. Another owner is refused, so that two fleets on one broker do not mix. */
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
  /** Between two checks that the servers still do their work; default 2 000. */
  readonly lookMs?: number;
  readonly random?: () => number;
  /** Timers; default those of this process. */
  readonly environment?: Pick<FleetEnvironment, 'elapsed' | 'after'>;
}

/** In milliseconds. A broker that stands still, or a line that is cut, is noticed after two pings without an answer. */
const PING_MS = 5_000;

/**
 * A shared log that is a stream of NATS JetStream, on servers from 2.9. Rejects when no server answers, and with
 * `SharedLogRefusedError` when the stream is not a log of this owner (nothing of it is changed), or when the broker
 * refuses a need of the log.
 *
 * @example
 * const log = await openJetStreamLog({ connection: { servers: 'nats://127.0.0.1' }, name: 'events', owner: 'house-1'
 * });
 */
export async function openJetStreamLog(options: JetStreamLogOptions): Promise<SharedLog> {
  const { name } = options;
  if (!/^[\w-]+$/.test(name)) throw new RangeError('the name of a stream has letters, digits, - and _ only');
  const connection = await connectForGood(options, PING_MS).catch((error: unknown) => {
    throw withRemedyOfConnecting(error, name);
  });
  try {
    return await openOn(connection, options);
  } catch (error) {
    await connection.close();
    throw withRemedy(error, name);
  }
}

async function openOn(connection: NatsConnection, options: JetStreamLogOptions): Promise<SharedLog> {
  const {
    name,
    owner,
    above = 0,
    shape = {},
    timeoutMs = 5_000,
    random = Math.random,
    environment = systemEnvironment(),
  } = options;
  const marker = { owner, epoch: randomId(random) };
  const client = jetstream(connection, { timeout: timeoutMs });
  const { manager, epoch } = await throughElection(async () => {
    const asked = await jetstreamManager(connection, { timeout: timeoutMs });
    const serverVersion = connection.info?.version ?? '';
    const found = await ensureStream(asked, { name, above, marker, shape, serverVersion });
    await checkAccess(client, asked, name);
    return { manager: asked, epoch: found.epoch };
  }, environment);
  const closing = new AbortController();
  const watched = watchConnection(connection);
  const { retryMs = 500, lookMs = 2_000 } = options;
  const { after } = environment;
  const looking = keepLooking({
    ...{ manager, watched, name, owner, epoch, retryMs, lookMs, after },
    server: watchServer(connection, options.connection),
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
    pause: (signal) => pause(after, retryMs, signal),
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
  // JetStream was checked already.
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
