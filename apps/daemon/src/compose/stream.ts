import {
  type ChangeableDepths,
  createEventStream,
  createMemoryLog,
  type EventStream,
  type EventStreamOptions,
  type LogState,
  openEventStream,
} from '@ccu-gateway/event-stream';
import { StorageError } from '@ccu-gateway/storage';
import { durationMs, type GatewayConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { OpenStream, StreamOptions } from '../site/model/catalogued-stream.js';
import type { Store } from '../storage/store.js';

/** Limits of the event log on disk. */
export function logLimitsOf({ north }: Pick<GatewayConfig, 'north'>): {
  readonly maxEvents: number;
  readonly maxBytes: number;
} {
  const { log_events: maxEvents, log_bytes: maxBytes } = north.rest.ws;
  return { maxEvents, maxBytes };
}

/** How much is kept for replays, and how far one client may fall behind. */
export function depthsOf(config: GatewayConfig['north']['rest']['ws']): ChangeableDepths {
  return {
    replayCapacity: config.replay_capacity,
    ringFrames: config.ring_frames,
    ringBytes: config.ring_bytes,
    lagFrames: config.lag_frames,
    lagBytes: config.lag_bytes,
  };
}

/** Settings of the stream for its clients, and the logging of its notices. */
export function streamOptionsOf(config: Pick<GatewayConfig, 'north'>, log: Log): StreamOptions {
  return {
    ...depthsOf(config.north.rest.ws),
    onError: (error) => log.error('events.failed', { error }),
    onNotice: ({ code, message, connection }) =>
      log.warn(message, {
        event: `events.${code}`,
        client: connection.clientName ?? '',
        principal: connection.principal,
        connection: connection.id,
        lag: connection.lagFrames,
      }),
  };
}

/** The event stream of a gateway that is alone: on the durable log where there is one that takes a new life, in memory otherwise. */
export async function openStream(
  { events, storage }: Pick<Store, 'events' | 'storage'>,
  config: Pick<GatewayConfig, 'north' | 'persistence'>,
  log: Log,
): Promise<OpenStream> {
  const options = streamOptionsOf(config, log);
  const inMemory = async (note: string): Promise<OpenStream> => ({
    stream: await openInMemory(options, await lastKnown(storage, events)),
    finding: () => ({
      status: 'degraded',
      note: `events are kept in memory only until the gateway starts anew: ${note}`,
    }),
  });
  if (events === undefined) return inMemory('the event log could not be opened');
  try {
    // It was opened before the database could return how much it shall keep.
    await events.log.limit(logLimitsOf(config));
    const gatherMs = durationMs(config.persistence.write_interval);
    return {
      stream: await openEventStream({ ...options, log: events.log, gatherMs }),
      finding: () => ({ status: 'healthy' }),
    };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    log.error('events.unavailable', { error });
    return inMemory(error.message);
  }
}

/** The last numbers that either file still has of those handed out, without writing. */
async function lastKnown(storage: Store['storage'], events: Store['events']): Promise<LogState | undefined> {
  const unclean = { clean: false, tail: [] } as const;
  try {
    if (events !== undefined) return { ...(await events.log.open({ tail: 0 })), ...unclean };
    const noted = storage?.numbers.last();
    if (noted === undefined) return undefined;
    return { epoch: noted.epoch, lastSeq: noted.seq, reservedSeq: noted.reserved_seq, ...unclean };
  } catch {
    return undefined;
  }
}

/** Numbers above the past by the clock, and above the known ones, even where the clock is wrong. */
function openInMemory(options: EventStreamOptions, known: LogState | undefined): EventStream | Promise<EventStream> {
  if (known === undefined) return createEventStream(options);
  return openEventStream({ ...options, log: { ...createMemoryLog(), open: () => Promise.resolve(known) } });
}
