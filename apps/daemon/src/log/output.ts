import type { DestinationStream } from 'pino';

/** Used part of a stream of the process. */
export interface Output {
  write(text: string): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Log lines to where a reader may go away: `journald` restarts, a terminal is closed, `| head` has seen enough. Then they
 * are dropped, and go on into the log in memory; unheard, the error of the stream would end the process.
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
