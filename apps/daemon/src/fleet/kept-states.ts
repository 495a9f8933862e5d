import type { Time } from '../time/time.js';
import type { PackedState } from './feed/house-feed.js';
import type { FleetBase } from './open-fleet.js';

/** The number of a state comes by the log, and not at all where a long outage has dropped the messages that waited. */
const NUMBER_MS = 30_000;
/**
 * A state that could not be kept is tried again sooner than all are kept anew: a gateway that starts meanwhile finds
 * nothing of it.
 */
const AGAIN_MS = 30_000;

/** Keeps the states of the CCUs that are held here for gateways that start. */
export interface KeptStates {
  /**
   * Keeps the states that were not kept since their CCUs are held; does nothing where that waits to be done already. A
   * state that could not be kept is tried again by itself. Rejects when all were tried and one could not be kept.
   */
  keepNew(): Promise<void>;
  /** Rejects as `keepNew` does. */
  keepAll(): Promise<void>;
}

export interface KeptStatesParts {
  readonly feed: Pick<FleetBase['feed'], 'known' | 'copyOf' | 'numberedState'>;
  readonly snapshots: Pick<FleetBase['snapshots'], 'put'>;
  /** Of the log. */
  readonly epoch: string;
}

/** One after the other, for all callers: a state of a large installation is much to pack and to send. */
export function createKeptStates({ feed, snapshots, epoch }: KeptStatesParts, time: Pick<Time, 'after'>): KeptStates {
  const kept = new Set<string>();
  let last: Promise<void> = Promise.resolve();
  let newWaits: Promise<void> | undefined;
  let isTriedAgain = false;

  const isHeld = (central: string) => feed.copyOf(central) === 'held';

  /** Undefined where it has not come for a long time: the others wait for it. */
  function numbered(central: string): Promise<PackedState | undefined> {
    return new Promise((resolve, reject) => {
      const cancel = time.after(NUMBER_MS, () => resolve(undefined));
      feed.numberedState(central).then(resolve, reject).finally(cancel);
    });
  }

  async function keep(isWanted: (central: string) => boolean): Promise<void> {
    const failures: unknown[] = [];
    for (const central of feed.known().filter((each) => isHeld(each) && isWanted(each))) {
      try {
        const state = await numbered(central);
        if (state === undefined) continue;
        await snapshots.put(central, { epoch, seq: state.seq, bytes: state.packed });
        kept.add(central);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  const isNew = (central: string) => !kept.has(central);

  function tryAgain(): void {
    if (isTriedAgain || !feed.known().some((central) => isHeld(central) && isNew(central))) return;
    isTriedAgain = true;
    time.after(AGAIN_MS, () => {
      isTriedAgain = false;
      // The failure was logged before.
      keepNew().catch(() => {});
    });
  }

  function keepNew(): Promise<void> {
    newWaits ??= inTurn(async () => {
      newWaits = undefined;
      for (const central of kept) if (!isHeld(central)) kept.delete(central);
      await keep(isNew).finally(tryAgain);
    });
    return newWaits;
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  return { keepNew, keepAll: () => inTurn(() => keep(() => true)) };
}
