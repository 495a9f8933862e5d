import type { Connection, EventStream, FrameSink } from '@ccu-gateway/event-stream';

export interface SseOptions {
  readonly principal: string;
  readonly clientName: string | undefined;
  readonly remoteAddress: string;
  readonly topics: readonly string[];
  readonly since: number | undefined;
  readonly mode: 'all' | 'latest' | undefined;
  /** Aborted when the client went away or the gateway stops. */
  readonly signal: AbortSignal;
  /** Called once when it is over, ended by either side. */
  readonly ended: () => void;
  /** Calls back when the credential ends; answers how to stop watching. */
  readonly watchEnd: (ended: (code: number) => void) => () => void;
}

/** Bytes that may wait for a slow reader before nothing more is handed over; its cursor in the ring stays instead. */
const HIGH_WATER_BYTES = 64 * 1024;

/** A subscription with frames as server-sent events. */
export function openSse(events: Pick<EventStream, 'openConnection'>, options: SseOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let connection: Connection | undefined;
  let blocked = false;
  let cancelled = false;

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let open = true;
        const end = () => {
          if (!open) return;
          open = false;
          stopWatching();
          options.ended();
          options.signal.removeEventListener('abort', gone);
          if (!cancelled) controller.close();
        };
        const push = (bytes: Uint8Array): boolean => {
          if (!open) return true;
          controller.enqueue(bytes);
          blocked = (controller.desiredSize ?? 0) <= 0;
          return !blocked;
        };
        const sink: FrameSink = {
          write: (batch) => push(batch.sse),
          control: (text, seq) =>
            push(encoder.encode(`event: control\n${seq === undefined ? '' : `id: ${seq}\n`}data: ${text}\n\n`)),
          progress: () => controller.desiredSize ?? 0,
          close: end,
        };
        const opened = events.openConnection({
          sink,
          principal: options.principal,
          clientName: options.clientName,
          remoteAddress: options.remoteAddress,
          transport: 'one-way',
          onClosed: end,
        });
        connection = opened;
        const gone = () => opened.closed();
        options.signal.addEventListener('abort', gone);
        const stopWatching = options.watchEnd((code) => opened.close(code, 'credential ended'));
        opened.subscribe({ topics: options.topics, since: options.since, mode: options.mode });
      },
      pull() {
        if (!blocked) return;
        blocked = false;
        connection?.drained();
      },
      cancel() {
        cancelled = true;
        connection?.closed();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_BYTES }),
  );
}
