import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** Map that notifies readers of single entries. Signals exist only for entries with a reader. */
export interface KeyedSignals<T> {
  /** Current value, without a subscription. */
  peek(key: string): T | undefined;
  /** The same object for the same key, also while there is no such entry. */
  at(key: string): ReadonlySignal<T | undefined>;
  set(key: string, value: T): void;
  delete(key: string): void;
  /** Takes the map as its own. */
  replaceAll(entries: Map<string, T>): void;
  entries(): IterableIterator<[string, T]>;
  readonly size: number;
  /** Notifies the readers of entries set since the last call. */
  flush(): void;
}

export function createKeyedSignals<T>(): KeyedSignals<T> {
  let values = new Map<string, T>();
  const signals = new Map<string, Signal<T | undefined>>();
  const changed = new Set<string>();

  return {
    peek: (key) => values.get(key),
    at(key) {
      let found = signals.get(key);
      if (found === undefined) {
        found = signal(values.get(key));
        signals.set(key, found);
      }
      return found;
    },
    set(key, value) {
      values.set(key, value);
      if (signals.has(key)) changed.add(key);
    },
    delete(key) {
      values.delete(key);
      if (signals.has(key)) changed.add(key);
    },
    replaceAll(entries) {
      values = entries;
      for (const key of signals.keys()) changed.add(key);
    },
    entries: () => values.entries(),
    get size() {
      return values.size;
    },
    flush() {
      batch(() => {
        for (const key of changed) signals.get(key)!.value = values.get(key);
      });
      changed.clear();
    },
  };
}
