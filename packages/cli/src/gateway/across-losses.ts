import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, EXIT } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';
import type { Output } from '../terminal/output.js';

const RETRY_MS = 1000;

/**
 * Yields the values of a stream until Ctrl-C, and reopens it after a lost connection. `open` starts after the values
 * already received, and calls `live` when the gateway has answered. @throws CliError for a permanent failure
 */
export async function* acrossLosses<T>(
  { io, output }: { readonly io: Pick<CliIo, 'signal'>; readonly output: Pick<Output, 'note'> },
  open: (live: () => void) => AsyncIterable<T>,
): AsyncGenerator<T> {
  let lost = false;
  const live = () => {
    if (lost) output.note('connected again');
    lost = false;
  };
  while (!io.signal.aborted) {
    try {
      yield* open(live);
    } catch (error) {
      if (io.signal.aborted) return;
      // A stream that breaks is an error of the runtime.
      if (error instanceof CliError && !isPassing(error)) throw error;
    }
    if (io.signal.aborted) return;
    if (!lost) output.note('connection lost, retrying');
    lost = true;
    await sleep(RETRY_MS, undefined, { signal: io.signal }).catch(() => undefined);
  }
}

const isPassing = ({ exit }: CliError) => exit === EXIT.unreachable || exit === EXIT.tryLater;
