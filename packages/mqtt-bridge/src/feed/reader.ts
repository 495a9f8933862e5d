import type { StreamEvent } from '@ccu-gateway/event-stream';
import type { GatewayCore } from '@ccu-gateway/gateway-core';
import type { Position } from './position.js';

/** Reads events at the pace of the stream, and only queues their consequences. */
export interface EventReader {
  close(): Promise<void>;
}

export interface EventReaderOptions {
  readonly events: Pick<GatewayCore['events'], 'cursor' | 'seq' | 'epoch'>;
  /** Begins above it where the numbering is the same, otherwise with the newest event. */
  readonly from: Position | undefined;
  readonly onEvent: (event: StreamEvent) => void;
  /** Events are missing: states must be read again. */
  readonly onLost: () => void;
  readonly onError: (error: unknown) => void;
  /** Milliseconds. */
  readonly now: () => number;
  /** Yields, so that queued messages are sent. */
  readonly nextTurn: () => Promise<void>;
}

/** Events that are noted in one turn. */
const BATCH = 128;
/** A device that changed is read whole, so some events take as long as a hundred others. */
const TURN_MS = 10;

export function readEvents({ events, from, onEvent, onLost, onError, now, nextTurn }: EventReaderOptions): EventReader {
  const ending = new AbortController();
  const since = from !== undefined && from.epoch === events.epoch ? { since: from.seq } : {};
  const cursor = events.cursor(['#'], { ...since, onLost, signal: ending.signal });
  const running = (async () => {
    let noted = 0;
    let begun = now();
    for await (const event of cursor) {
      // A failure at one event must not stop the others.
      try {
        onEvent(event);
      } catch (error) {
        onError(error);
      }
      noted += 1;
      if (noted < BATCH && now() - begun < TURN_MS) continue;
      await nextTurn();
      noted = 0;
      begun = now();
    }
  })().catch(onError);
  return {
    async close() {
      ending.abort();
      await running;
    },
  };
}
