import type { LogLine, LogView } from '@ccu-gateway/gateway-core/use-cases';

export interface LogSseOptions {
  /** True for a line that the reader requested. */
  readonly wanted: (line: LogLine) => boolean;
  /** Lines that come first. */
  readonly before: readonly LogLine[];
  readonly body: (line: LogLine) => unknown;
  /** Aborted when the client went away or the gateway stops. */
  readonly signal: AbortSignal;
  /** Called once when it is over, whichever side ended it. */
  readonly ended: () => void;
  /** Calls back when the credential ends; answers how to stop watching. */
  readonly watchEnd: (ended: () => void) => () => void;
}

/** Bytes that may wait for a slow reader. Beyond them lines are left out and counted. */
const HIGH_WATER_BYTES = 256 * 1024;

/**
 * The log as server-sent events. A slow reader loses lines and receives their number, rather than delaying the gateway.
 */
export function openLogSse(log: Pick<LogView, 'subscribe'>, options: LogSseOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let missed = 0;
        const full = () => (controller.desiredSize ?? 0) <= 0;
        const write = (text: string) => controller.enqueue(encoder.encode(text));
        const push = (line: LogLine) => {
          if (full()) {
            missed += 1;
            return;
          }
          if (missed > 0) write(`event: missed\ndata: ${JSON.stringify({ count: missed })}\n\n`);
          missed = 0;
          write(`event: log\nid: ${line.seq}\ndata: ${JSON.stringify(options.body(line))}\n\n`);
        };
        const end = () => {
          stop();
          controller.close();
        };
        const unsubscribe = log.subscribe((line) => {
          if (options.wanted(line)) push(line);
        });
        const unwatch = options.watchEnd(end);
        options.signal.addEventListener('abort', end);
        stop = () => {
          stop = () => {};
          unsubscribe();
          unwatch();
          options.ended();
          options.signal.removeEventListener('abort', end);
        };
        write(': open\n\n');
        for (const line of options.before) push(line);
      },
      cancel() {
        stop();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER_BYTES }),
  );
}
