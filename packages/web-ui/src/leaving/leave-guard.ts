import { type ReadonlySignal, signal } from '@preact/signals';

/** A way out of a page while something on it is not saved. */
export interface LeaveQuestion {
  /** Discards the unsaved changes. */
  leave(): void;
  stay(): void;
}

/** Unsaved changes, and the addresses that would discard them. */
export interface Unsaved {
  /** Address with the unsaved changes. */
  readonly at: URL;
  leaves(to: URL): boolean;
}

/** Protects unsaved changes. */
export interface LeaveGuard {
  /** Set while a person has to decide. */
  readonly question: ReadonlySignal<LeaveQuestion | undefined>;
  /** Something is not saved until the function that is answered was called. */
  hold(unsaved: Unsaved): () => void;
  /** Unsaved changes that a navigation to this address would discard; undefined for none. */
  lostBy(to: URL): Unsaved | undefined;
  /** Navigates at once, or after a confirmation that the unsaved changes may be discarded. */
  attempt(to: URL, go: () => void): void;
  readonly holding: boolean;
}

export function createLeaveGuard(): LeaveGuard {
  const held = new Set<Unsaved>();
  const question = signal<LeaveQuestion | undefined>(undefined);
  const lostBy = (to: URL) => [...held].find((unsaved) => unsaved.leaves(to));
  return {
    question,
    lostBy,
    get holding() {
      return held.size > 0;
    },
    hold(unsaved) {
      held.add(unsaved);
      return () => held.delete(unsaved);
    },
    attempt(to, go) {
      if (lostBy(to) === undefined) {
        go();
        return;
      }
      question.value = {
        leave() {
          question.value = undefined;
          held.clear();
          go();
        },
        stay() {
          question.value = undefined;
        },
      };
    },
  };
}
