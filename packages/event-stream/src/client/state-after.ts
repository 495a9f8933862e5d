import type { Cursor, OpenStreamOptions } from './types.js';

export interface StateWanted {
  readonly snapshot: NonNullable<OpenStreamOptions['snapshot']>;
  readonly signal: AbortSignal;
  readonly timer: (run: () => void, delayMs: number) => () => void;
  /** Later events begin after this number of this numbering. */
  readonly from: number;
  readonly epoch: string | undefined;
  /** Another loss waits, which asks for a state of its own. */
  readonly isOld: () => boolean;
}

const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** A state from before the events that follow, or of another numbering, would leave a gap: it is asked for once more. */
export async function stateAfter({ snapshot, signal, timer, from, epoch, isOld }: StateWanted): Promise<number> {
  const fits = (state: Cursor) => state.seq >= from && (state.epoch ?? epoch) === epoch;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    const state = await snapshot(signal, fits);
    if (fits(state) || isOld() || signal.aborted) return state.seq;
    await new Promise<void>((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = timer(end, delayMs);
      signal.addEventListener('abort', end);
    });
  }
}
