import { type ReadonlySignal, signal } from '@preact/signals';

export type Outcome =
  | { readonly state: 'waiting' | 'running' | 'skipped' }
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly error: unknown };

/** Something that is done for one device after the other. */
export interface BulkRun<T> {
  readonly outcomes: ReadonlySignal<ReadonlyMap<T, Outcome>>;
  readonly state: ReadonlySignal<'running' | 'ended' | 'stopped'>;
  /** Finishes items that have begun and skips the rest. */
  stop(): void;
  readonly ended: Promise<void>;
}

/** Sends one item after the other, because radio carries one message at a time and the rest can still be stopped. */
export function startBulkRun<T>(items: readonly T[], send: (item: T) => Promise<void>): BulkRun<T> {
  const outcomes = signal<ReadonlyMap<T, Outcome>>(new Map(items.map((item) => [item, { state: 'waiting' }])));
  const state = signal<'running' | 'ended' | 'stopped'>('running');
  const set = (item: T, outcome: Outcome) => {
    outcomes.value = new Map(outcomes.peek()).set(item, outcome);
  };

  async function run(): Promise<void> {
    for (const item of items) {
      if (state.peek() === 'stopped') {
        set(item, { state: 'skipped' });
        continue;
      }
      set(item, { state: 'running' });
      try {
        await send(item);
        set(item, { state: 'sent' });
      } catch (error) {
        set(item, { state: 'failed', error });
      }
    }
    if (state.peek() === 'running') state.value = 'ended';
  }

  return {
    outcomes,
    state,
    stop() {
      if (state.peek() === 'running') state.value = 'stopped';
    },
    ended: run(),
  };
}
