import type { Time } from '../time/time.js';
import type { PackedState } from './house-feed.js';
import type { FleetBase } from './open-fleet.js';

/** The number of a state comes by the log, and not at all where a long outage has dropped what was to be told. */
const NUMBER_MS = 30_000;

/** Keeps the states of the CCUs that are held here for gateways that start. */
export interface KeptStates {
  /** Those that were not kept since they are held; nothing where that waits to be done already. */
  keepNew(): Promise<void>;
  keepAll(): Promise<void>;
}

export interface KeptStatesParts {
  readonly feed: Pick<FleetBase['feed'], 'known' | 'copyOf' | 'numberedState'>;
  readonly snapshots: Pick<FleetBase['snapshots'], 'put'>;
  /** Of the log. */
  readonly epoch: string;
}

/** One after the other, for all that ask: a state of a large house is much to pack and to send. */
export function createKeptStates({ feed, snapshots, epoch }: KeptStatesParts, time: Pick<Time, 'after'>): KeptStates {
  const kept = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  let newWaits: Promise<void> | undefined;

  const isHeld = (central: string) => feed.copyOf(central) === 'held';

  /** Undefined where it has not come for a long time: the others wait for it. */
  function numbered(central: string): Promise<PackedState | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = time.after(NUMBER_MS, () => resolve(undefined));
      feed.numberedState(central).then(resolve, reject).finally(cancel);
    });
  }

  async function keep(isWanted: (central: string) => boolean): Promise<void> {
    for (const central of feed.known().filter((each) => isHeld(each) && isWanted(each))) {
      const state = await numbered(central);
      if (state === undefined) continue;
      await snapshots.put(central, { epoch, seq: state.seq, bytes: state.packed });
      kept.add(central);
    }
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  return {
    keepNew() {
      newWaits ??= inTurn(async () => {
        newWaits = undefined;
        for (const central of kept) if (!isHeld(central)) kept.delete(central);
        await keep((central) => !kept.has(central));
      });
      return newWaits;
    },
    keepAll: () => inTurn(() => keep(() => true)),
  };
}
