import type { Hub } from '@ccu-gateway/ccu-client';
import type { NameCorrection } from '@ccu-gateway/contract/types';
import type { Logger } from '../ports/log.js';
import { inOrder, type Step } from '../use-case/steps.js';
import { askCcu } from './refusal.js';

type Labelling = Pick<Hub, 'rename' | 'rooms' | 'functions' | 'namesChanged'>;

const FOLLOWED = { reload: false } as const;

/** Requested names, and the names that the CCU gave. */
export interface Naming {
  /** The name may depend on the results of earlier steps. */
  step(address: string, name: () => string): Step;
  /** The name that the CCU gave; undefined while there is none. */
  became(address: string): string | undefined;
  /** Names that the CCU changed from the requested ones. */
  corrections(): readonly NameCorrection[];
}

export function createNaming(hub: Pick<Hub, 'rename'>, log: Logger): Naming {
  const named = new Map<string, NameCorrection>();
  return {
    step: (address, name) => ({
      what: `${address} name`,
      run: async () => {
        const requested = name();
        const applied = await askCcu(() => hub.rename(address, requested, FOLLOWED));
        named.set(address, { address, requested, applied });
        if (applied !== requested)
          log.info('the CCU gave another name than asked for', { address, requested, applied });
      },
    }),
    became: (address) => named.get(address)?.applied,
    corrections: () => [...named.values()].filter(({ requested, applied }) => requested !== applied),
  };
}

export function assigning(hub: Labelling, kind: 'rooms' | 'functions', channel: string, ids: readonly number[]): Step {
  return { what: `${channel} ${kind}`, run: () => askCcu(() => hub[kind].assign(channel, ids, FOLLOWED)) };
}

/**
 * Runs all steps and reads the names once, also when only a part succeeded: every client sees the present state. Where no step
 * succeeded, the refusal does not wait for that reading, because a CCU that hangs answers neither.
 */
export async function relabel(hub: Labelling, steps: readonly Step[]): Promise<void> {
  let isChanged = false;
  const run = async (step: Step) => {
    await step.run();
    isChanged = true;
  };
  try {
    await inOrder(steps.map((step) => ({ ...step, run: () => run(step) })));
  } catch (error) {
    const reading = hub.namesChanged();
    if (isChanged) await reading;
    // The refusal of the step is the one to report.
    else reading.catch(() => {});
    throw error;
  }
  await hub.namesChanged();
}
