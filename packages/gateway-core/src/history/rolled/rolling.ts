import type { HistoryStore } from '../../ports/history.js';
import type { Logger } from '../../ports/log.js';
import type { RollUpBounds } from '../../ports/roll-ups.js';
import type { NextTurn } from '../../ports/time.js';
import { localDay } from '../../use-case/local-day.js';
import { rollUp } from './roll-up.js';

/** Of one writing: a gateway that was off for long catches up over several. */
const MAX_STEPS = 24;

/** Rolls up days that have ended. */
export interface Rolling {
  /** Days that ended by `until`, of which each sample is stored; some at a time. Does not throw. */
  run(until: number): Promise<void>;
  /** Cause of the failure of the last run. */
  trouble(): string | undefined;
}

export function createRolling(deps: {
  readonly store: Pick<HistoryStore, 'read' | 'rollUps'>;
  /** Undefined while nothing is to be rolled up. */
  readonly bounds: () => RollUpBounds | undefined;
  readonly nextTurn: NextTurn;
  readonly log: Logger;
}): Rolling {
  const { store, bounds, nextTurn, log } = deps;
  let trouble: string | undefined;

  async function steps(until: number): Promise<void> {
    for (let count = 0; count < MAX_STEPS; count += 1) {
      const present = bounds();
      const step = present && (await store.rollUps.next(until, localDay));
      if (present === undefined || step === undefined) return;
      await store.rollUps.put(step, await rollUp(store, step), present);
      await nextTurn();
    }
  }

  return {
    async run(until) {
      try {
        await steps(until);
        trouble = undefined;
      } catch (error) {
        if (trouble === undefined) log.warn('hours and days of the history could not be stored', { error });
        trouble = error instanceof Error ? error.message : String(error);
      }
    },
    trouble: () => trouble,
  };
}
