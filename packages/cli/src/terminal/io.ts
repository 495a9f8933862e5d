import { EXIT } from './exit.js';

/** Everything a command touches of the process it runs in. */
export interface CliIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The part of a process that a command line needs. */
export interface HostProcess extends Pick<NodeJS.EventEmitter, 'off'> {
  readonly env: CliIo['env'];
  cwd(): string;
  readonly stdin: CliIo['stdin'];
  readonly stdout: CliIo['stdout'];
  readonly stderr: CliIo['stderr'];
  once(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exitCode?: number | string | null | undefined;
}

/**
 * Runs `body` with the real process and sets its exit code; Ctrl-C aborts once and ends the process the second time. An error of
 * stdout or stderr may come after the command is done, so their listeners stay.
 */
export async function withProcessIo(body: (io: CliIo) => Promise<number>, host: HostProcess = process): Promise<void> {
  const interrupted = new AbortController();
  const abort = () => interrupted.abort();
  host.once('SIGINT', abort);
  host.once('SIGTERM', abort);
  let readerLeft = false;
  let isLost = false;
  const onError = (name: 'stdout' | 'stderr') => (error: NodeJS.ErrnoException) => {
    abort();
    // The reader of a pipe may leave (`… | head`): that is an end, not a failure.
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') {
      readerLeft ||= name === 'stdout';
      return;
    }
    if (!isLost && name === 'stdout')
      host.stderr.write(`error: the output cannot be written (${error.code ?? error.message})\n`);
    isLost = true;
    host.exitCode = EXIT.failed;
  };
  host.stdout.on('error', onError('stdout'));
  host.stderr.on('error', onError('stderr'));
  try {
    const code = await body({
      env: host.env,
      cwd: host.cwd(),
      stdin: host.stdin,
      stdout: host.stdout,
      stderr: host.stderr,
      now: () => Date.now(),
      signal: interrupted.signal,
    });
    if (isLost) host.exitCode = EXIT.failed;
    else host.exitCode = readerLeft ? EXIT.ok : code;
  } finally {
    host.off('SIGINT', abort);
    host.off('SIGTERM', abort);
  }
}
