import { BusyError } from './semaphore.js';

/** Attempts that begin in one turn of the event loop; a refusal costs half a millisecond. */
const PER_TURN = 4;
/** Attempts that may wait for their turn. */
const MOST = 1_024;

/**
 * Resolves in the turn of the event loop in which an attempt to sign in may begin, in the order of calls. Node accepts one
 * connection in each turn: without it, a flood of refusals makes turns long, and new connections wait for seconds. Rejects
 * with `BusyError` when too many wait.
 */
export type AttemptTurn = () => Promise<void>;

export function createAttemptTurns(schedule: (run: () => void) => void = setImmediate): AttemptTurn {
  const waiting: (() => void)[] = [];
  let begun = 0;

  const nextTurn = (): void => {
    const admitted = waiting.splice(0, PER_TURN);
    begun = admitted.length;
    if (begun > 0) schedule(nextTurn);
    for (const admit of admitted) admit();
  };

  return async () => {
    if (begun < PER_TURN) {
      if (begun === 0) schedule(nextTurn);
      begun += 1;
      return;
    }
    if (waiting.length >= MOST) throw new BusyError('too many wait for a turn');
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
}
