import { hostname } from 'node:os';
import type { EventBody } from '@ccu-gateway/contract/types';
import {
  type ChangeableDepths,
  createEventStream,
  createMemoryLog,
  type EventInput,
  type EventStream,
  type EventStreamOptions,
  type LogState,
  openEventStream,
  type ReadableEventStream,
} from '@ccu-gateway/event-stream';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import { StorageError } from '@ccu-gateway/storage';
import { durationMs, type GatewayConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { Store } from '../storage/store.js';

/** What the event log on disk may keep. */
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

/** An event that the catalogue of `contract` knows, with the payload that it says. */
export type CataloguedEvent = EventBody & Omit<EventInput, 'type' | 'payload'>;

/** The event stream, which takes nothing that is not in the catalogue. */
export interface CataloguedStream extends ReadableEventStream {
  publish(event: CataloguedEvent): unknown;
}

export interface OpenStream {
  readonly stream: CataloguedStream;
  /** Whether its events outlive the process. */
  finding(): Finding;
  /** Resolves with the reason when it cannot go on, and the gateway has to begin anew. */
  readonly ended?: Promise<string>;
}

/** What all streams of the gateway have in common. */
export type StreamOptions = Pick<EventStreamOptions, 'onError' | 'onNotice'> & ChangeableDepths;

/**
 * The event stream: that of the fleet where there is one; else on the durable log where there is one that takes a new life, in
 * memory otherwise. @throws ConfigError where the fleet cannot be reached
 */
export async function openStream(
  { events, storage }: Pick<Store, 'events' | 'storage'>,
  config: Pick<GatewayConfig, 'north' | 'persistence' | 'fleet' | 'callback'>,
  log: Log,
): Promise<OpenStream> {
  const options: StreamOptions = {
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
  if (config.fleet.nats.servers.length > 0) {
    // Loaded for a fleet only.
    const { openFleetStream } = await import('./fleet-stream.js');
    return openFleetStream({ config, instance: config.callback.instance_name ?? hostname(), options, log });
  }
  const inMemory = async (note: string): Promise<OpenStream> => ({
    stream: await openInMemory(options, await lastKnown(storage, events)),
    finding: () => ({
      status: 'degraded',
      note: `events are kept in memory only until the gateway starts anew: ${note}`,
    }),
  });
  if (events === undefined) return inMemory('the event log could not be opened');
  try {
    // It was opened before the database could say how much it shall keep.
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

/** What either file still tells of the numbers that were handed out, without writing. */
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

/** Above the past by the clock, and above what is known of it, whatever the clock says. */
function openInMemory(options: EventStreamOptions, known: LogState | undefined): EventStream | Promise<EventStream> {
  if (known === undefined) return createEventStream(options);
  return openEventStream({ ...options, log: { ...createMemoryLog(), open: () => Promise.resolve(known) } });
}
