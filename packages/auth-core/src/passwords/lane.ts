export interface Waiter {
  readonly admit: () => void;
  /** Its place went to another source. */
  readonly displaced: () => void;
}

/** A bounded queue whose places and turns are shared out by source. */
export interface Lane {
  isFull(): boolean;
  /** False when there is no place. A source with fewer waiting takes the last place of the one with most. */
  add(source: string, waiter: Waiter): boolean;
  remove(source: string, waiter: Waiter): void;
  /** The next of the source whose turn it is. */
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

  /** Takes a place from the source with most waiting, when that has more than `than` and one for itself. */
  const displace = (than: number): boolean => {
    const [longest] = [...sources].sort(([, a], [, b]) => b.length - a.length);
    if (!longest || longest[1].length <= than + 1) return false;
    const [source, waiting] = longest;
    const last = waiting.pop();
    leave(source, waiting);
    last?.displaced();
    return true;
  };

  return {
    isFull: () => size >= capacity,
    add: (source, waiter) => {
      const waiting = sources.get(source) ?? [];
      if (size >= capacity && !displace(waiting.length)) return false;
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
