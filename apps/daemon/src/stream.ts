import {
  type ChangeableDepths,
  createEventStream,
  type EventStream,
  type EventStreamOptions,
  openEventStream,
} from '@ccu-gateway/event-stream';
import type { EventStore } from '@ccu-gateway/storage';
import { durationMs, type GatewayConfig } from './config/index.js';
import type { Log } from './log/log.js';

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

/** The event stream: on the durable log where there is one, in memory otherwise. */
export async function openStream(
  events: EventStore | undefined,
  config: Pick<GatewayConfig, 'north' | 'persistence'>,
  log: Log,
): Promise<EventStream> {
  const options: EventStreamOptions = {
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
  if (events === undefined) return createEventStream(options);
  return openEventStream({
    ...options,
    log: events.log,
    gatherMs: durationMs(config.persistence.write_interval),
  });
}
