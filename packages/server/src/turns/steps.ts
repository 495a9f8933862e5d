import type { NextTurn } from './next-turn.js';

/** Work in small steps: the runner decides whether others get a turn between them. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same, with a turn for everybody else after each step. */
export async function finishInTurns<Result>(steps: Steps<Result>, nextTurn: NextTurn): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
