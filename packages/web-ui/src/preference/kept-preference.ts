import type { Gateway } from '@ccu-gateway/client';
import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** A value that the gateway keeps for a person, so that it is the same in every browser. */
export interface KeptPreference<T> {
  /** The stored value with the changes that are not stored yet; the empty value until it was read. */
  readonly value: ReadonlySignal<T>;
  /** Loads the value at the first call; an unreadable one counts as empty. */
  load(): Promise<void>;
  /** Shows a change at once. Rejects, and withdraws this change, where the gateway does not store it. */
  change(apply: (value: T) => T): Promise<void>;
}

export interface PreferenceShape<T> {
  readonly key: string;
  readonly empty: T;
  /** A stored value may be of another version or damaged. */
  readonly parse: (stored: unknown) => T;
  readonly write: (value: T) => Readonly<Record<string, unknown>>;
}

export function createKeptPreference<T>(
  gateway: () => Pick<Gateway, 'call'>,
  { key, empty, parse, write }: PreferenceShape<T>,
): KeptPreference<T> {
  type Change = (value: T) => T;
  const path = { key };
  /** Both in one signal: a change that is stored is neither missing nor applied twice in between. */
  const state = signal<{ readonly stored: T; readonly open: readonly Change[] }>({ stored: empty, open: [] });
  let last: Promise<unknown> = Promise.resolve();
  let loading: Promise<void> | undefined;

  /** Two changes at once would each write what the other has not read. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  /** Another browser may have changed it since it was read here. */
  const read = async () => parse((await gateway().call('getPreference', { path })).value);

  return {
    value: computed(() => state.value.open.reduce((value, apply) => apply(value), state.value.stored)),
    load() {
      loading ??= inTurn(async () => {
        state.value = { ...state.peek(), stored: await read() };
      }).catch(() => {
        // The next page that shows it asks again.
        loading = undefined;
      });
      return loading;
    },
    change(apply) {
      state.value = { ...state.peek(), open: [...state.peek().open, apply] };
      const close = (stored: T) => {
        state.value = { stored, open: state.peek().open.filter((each) => each !== apply) };
      };
      return inTurn(async () => {
        try {
          const next = apply(await read());
          // The gateway keeps any JSON of a preference.
          await gateway().call('putPreference', { path, body: write(next) as never });
          close(next);
        } catch (error) {
          close(state.peek().stored);
          throw error;
        }
      });
    },
  };
}
