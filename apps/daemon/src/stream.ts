import {
  type ChangeableDepths,
  createEventStream,
  type EventStream,
  type EventStreamOptions,
  openEventStream,
} from '@ccu-gateway/event-stream';
import type { Storage } from '@ccu-gateway/storage';
import type { GatewayConfig } from './config/index.js';
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

/** The event stream: on the durable log where there is storage, in memory otherwise. */
export async function openStream(
  storage: Storage | undefined,
  config: GatewayConfig['north']['rest']['ws'],
  log: Log,
): Promise<EventStream> {
  const options: EventStreamOptions = {
    ...depthsOf(config),
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
  return storage === undefined ? createEventStream(options) : openEventStream({ ...options, log: storage.events });
}
