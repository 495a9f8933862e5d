import type { FrameSink } from '../model/sink.js';

/** The response that server-sent events are written to. */
export interface ServerSentEventsOptions {
  /** Writes a piece of the response body; false: no more until `Connection.drained()`. */
  readonly write: (bytes: Uint8Array) => boolean;
  readonly end: () => void;
}

const encoder = new TextEncoder();

/**
 * Frames as server-sent events: an event of the stream is a message with its number as the id, a control frame is an
 * event named `control`. A client that reconnects with `Last-Event-ID` subscribes with it as `since`.
 *
 * @example
 * const sink = createServerSentEventsSink({ write: (bytes) => response.write(bytes), end: () => response.end() });
 * const connection = stream.openConnection({ sink, principal: 'karl', transport: 'one-way' });
 * response.on('drain', () => connection.drained());
 * connection.subscribe({ topics: ['devices/#'] });
 */
export function createServerSentEventsSink({ write, end }: ServerSentEventsOptions): FrameSink {
  return {
    write: (batch) => write(batch.sse),
    control(text, seq) {
      const id = seq === undefined ? '' : `id: ${seq}\n`;
      return write(encoder.encode(`${id}event: control\ndata: ${text}\n\n`));
    },
    close(code, reason) {
      write(encoder.encode(`event: control\ndata: ${JSON.stringify({ op: 'closed', code, reason })}\n\n`));
      end();
    },
  };
}
