import { networkOf } from '../net/address.js';

export interface Waiter {
  readonly admit: () => void;
  /** Called when its slot went to another source. */
  readonly displaced: () => void;
}

/** A bounded queue that shares its slots and turns among the sources. */
export interface Lane {
  isFull(): boolean;
  /**
   * False when the queue is full. A source with fewer waiters takes the last slot of the source with most; with equal
   * numbers, a network with fewer takes the last slot of the network with most.
   */
  add(source: string, waiter: Waiter): boolean;
  remove(source: string, waiter: Waiter): void;
  /** The next waiter of the source that has its turn. */
  take(): Waiter | undefined;
}

export function createLane(capacity: number): Lane {
  // In the order of turns: the source that was served goes to the end.
  const sources = new Map<string, Waiter[]>();
  let size = 0;

  const leave = (source: string, waiting: readonly Waiter[]) => {
    size -= 1;
    if (waiting.length === 0) sources.delete(source);
  };

  /** Only if the newcomer still has fewer after joining: else two of them would swap slots for ever. */
  const hasMore = (most: number, than: number) => most > than + 1;

  /** The source that gives up a slot to this one. */
  const giver = (newcomer: string): string | undefined => {
    const [longest] = [...sources].sort(([, a], [, b]) => b.length - a.length);
    if (longest && hasMore(longest[1].length, sources.get(newcomer)?.length ?? 0)) return longest[0];
    const networks = new Map<string, { waiting: number; newest: string }>();
    for (const [source, { length }] of sources) {
      const network = networkOf(source);
      networks.set(network, { waiting: (networks.get(network)?.waiting ?? 0) + length, newest: source });
    }
    const [largest] = [...networks.values()].sort((a, b) => b.waiting - a.waiting);
    const own = networks.get(networkOf(newcomer))?.waiting ?? 0;
    return largest && hasMore(largest.waiting, own) ? largest.newest : undefined;
  };

  const displaceFor = (newcomer: string): boolean => {
    const source = giver(newcomer);
    const waiting = source === undefined ? undefined : sources.get(source);
    if (source === undefined || waiting === undefined) return false;
    const last = waiting.pop();
    leave(source, waiting);
    last?.displaced();
    return true;
  };

  return {
    isFull: () => size >= capacity,
    add: (source, waiter) => {
      const waiting = sources.get(source) ?? [];
      if (size >= capacity && !displaceFor(source)) return false;
      sources.set(source, waiting);
      waiting.push(waiter);
      size += 1;
      return true;
    },
    remove: (source, waiter) => {
      const waiting = sources.get(source);
      const index = waiting?.indexOf(waiter) ?? -1;
      if (!waiting || index < 0) return;
      waiting.splice(index, 1);
      leave(source, waiting);
    },
    take: () => {
      const [first] = sources;
      if (!first) return undefined;
      const [source, waiting] = first;
      const waiter = waiting.shift();
      sources.delete(source);
      size -= 1;
      if (waiting.length > 0) sources.set(source, waiting);
      return waiter;
    },
  };
}
