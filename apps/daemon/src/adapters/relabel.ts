import type { Hub } from '@ccu-gateway/ccu-client';
import { inOrder, type Step } from '@ccu-gateway/gateway-core';
import { askCcu } from '../centrals/refusal.js';

type Labelling = Pick<Hub, 'rename' | 'rooms' | 'functions' | 'namesChanged'>;

const FOLLOWED = { reload: false } as const;

export function renaming(hub: Labelling, address: string, name: string): Step {
  return { what: `${address} name`, run: () => askCcu(() => hub.rename(address, name, FOLLOWED)) };
}

export function assigning(hub: Labelling, kind: 'rooms' | 'functions', channel: string, ids: readonly number[]): Step {
  return { what: `${channel} ${kind}`, run: () => askCcu(() => hub[kind].assign(channel, ids, FOLLOWED)) };
}

/** Does all of it and reads the names once, also when only a part could be done: everybody sees what is so now. */
export async function relabel(hub: Labelling, steps: readonly Step[]): Promise<void> {
  try {
    await inOrder(steps);
  } finally {
    await hub.namesChanged();
  }
}
