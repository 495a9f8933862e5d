import { EXIT } from './exit.js';

/** Everything a command touches of the process it runs in. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Runs `body` with the real process; Ctrl-C aborts once and ends the process the second time. */
export async function withProcessIo(body: (io: CliIo) => Promise<number>): Promise<number> {
  const interrupted = new AbortController();
  const abort = () => interrupted.abort();
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  let readerLeft = false;
  // The reader of a pipe may leave (`… | head`): that is an end, not a failure. It shows with the next line that is written,
  // maybe only after the command is done, so this listener stays.
  process.stdout.on('error', () => {
    readerLeft = true;
    abort();
  });
  try {
    const code = await body({
      env: process.env,
      cwd: process.cwd(),
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      now: () => Date.now(),
      signal: interrupted.signal,
    });
    return readerLeft ? EXIT.ok : code;
  } finally {
    process.off('SIGINT', abort);
    process.off('SIGTERM', abort);
  }
}
