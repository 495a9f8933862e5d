import { type ReadonlySignal, signal } from '@preact/signals';

/** Data read from the gateway beside the snapshot. A loaded value stays while it is read again. */
export interface Resource<T> {
  readonly current: ReadonlySignal<ResourceState<T>>;
  /** Reads (again); at most one question is under way, and one more waits for it. */
  reload(): Promise<void>;
}

export interface ResourceState<T> {
  readonly value?: T;
  readonly error?: unknown;
  readonly loading: boolean;
  /** When the value came, in milliseconds since 1970. */
  readonly at?: number;
}

export function createResource<T>(load: () => Promise<T>, now: () => number): Resource<T> {
  const current = signal<ResourceState<T>>({ loading: true });
  let running: Promise<void> | undefined;
  let again = false;

  async function read(): Promise<void> {
    do {
      again = false;
      current.value = { ...current.peek(), loading: true };
      try {
        current.value = { value: await load(), loading: false, at: now() };
      } catch (error) {
        current.value = { ...current.peek(), error, loading: false };
      }
    } while (again);
  }

  return {
    current,
    reload() {
      if (running !== undefined) {
        again = true;
        return running;
      }
      running = read().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
