import { type ReadonlySignal, signal } from '@preact/signals';

/** A way out of a page while something on it is not saved. */
export interface LeaveQuestion {
  /** What is not saved is lost. */
  leave(): void;
  stay(): void;
}

/** What is not saved, and which addresses would lose it. */
export interface Unsaved {
  /** Where it is. */
  readonly at: URL;
  leaves(to: URL): boolean;
}

/** Keeps people from losing what they changed and did not save. */
export interface LeaveGuard {
  /** Set while a person has to decide. */
  readonly question: ReadonlySignal<LeaveQuestion | undefined>;
  /** Something is not saved until the function that is answered was called. */
  hold(unsaved: Unsaved): () => void;
  /** What would be lost on the way to this address; undefined: nothing. */
  lostBy(to: URL): Unsaved | undefined;
  /** Goes on at once, or after the person has agreed to lose what is not saved. */
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
