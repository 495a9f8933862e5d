import type { DestinationStream } from 'pino';

/** Used part of a stream of the process. */
export interface Output {
  write(text: string): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Writes log lines to an output with a reader that may disappear: `journald` restarts, a terminal is closed, `| head`
 * has enough. Then lines are dropped there and still go to the log in memory; an unhandled error of the stream would
 * end the process.
 */
export function openOutput(stream: Output): DestinationStream {
  let gone = false;
  stream.on('error', () => {
    gone = true;
  });
  return {
    write(line) {
      if (gone) return;
      try {
        stream.write(line);
      } catch {
        gone = true;
      }
    },
  };
}
