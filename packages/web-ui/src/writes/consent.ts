import { reasonToAsk } from '@ccu-gateway/client';
import type { ConfirmReason } from '@ccu-gateway/contract/types';
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Point } from '../store/points.js';

declare const given: unique symbol;

/** That people were asked, or that nothing needs to be asked. Only `Consents` gives it, and nothing is written without. */
export interface Consent {
  readonly [given]: true;
}

/** Question to the user. */
export interface Question {
  readonly reason: ConfirmReason;
  /** Name of the operated device. */
  readonly name: string;
  /** Action, as the label of a button. */
  readonly what: string;
  readonly answer: (yes: boolean) => void;
}

/** Asks people before something dangerous is done. */
export interface Consents {
  /** The open question. */
  readonly question: ReadonlySignal<Question | undefined>;
  /** For the same value of all these data points; undefined when the user declined. */
  toWrite(points: readonly Point[], value: unknown, words: Words): Promise<Consent | undefined>;
  /** For an operation of a light, lock, cover or the like. */
  toOperate(
    thing: { readonly confirm?: Readonly<Record<string, ConfirmReason>> },
    operation: string,
    words: Words,
  ): Promise<Consent | undefined>;
}

type Words = Pick<Question, 'name' | 'what'>;

// A brand has no value.
const CONSENT = {} as Consent;

export function createConsents(): Consents {
  const question = signal<Question | undefined>(undefined);

  function ask(reason: ConfirmReason | undefined, words: Words): Promise<Consent | undefined> {
    if (reason === undefined) return Promise.resolve(CONSENT);
    // A question that was not answered is answered with no.
    question.peek()?.answer(false);
    return new Promise((resolve) => {
      question.value = {
        reason,
        ...words,
        answer(yes) {
          question.value = undefined;
          resolve(yes ? CONSENT : undefined);
        },
      };
    });
  }

  return {
    question,
    toWrite: (points, value, words) =>
      ask(
        points.map(({ summary }) => reasonToAsk(summary, value)).find((reason) => reason !== undefined),
        words,
      ),
    toOperate: ({ confirm = {} }, operation, words) =>
      ask(Object.hasOwn(confirm, operation) ? confirm[operation] : undefined, words),
  };
}
