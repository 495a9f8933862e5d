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
  /** The action is repeated later, by a link or a schedule, and asks no more then. */
  readonly isLasting: boolean;
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
  /** For several data points with a value each. */
  toWriteEach(writes: readonly PointWrite[], words: Words): Promise<Consent | undefined>;
  /** For a link or a weekly schedule that operates these data points from then on. */
  toAutomate(points: readonly Point[], words: Words): Promise<Consent | undefined>;
  /** For a command with an effect on these data points that only the device knows, as a link has. */
  toTrigger(points: readonly Point[], words: Words): Promise<Consent | undefined>;
}

/** A value for a data point. */
export interface PointWrite {
  readonly point: Point;
  readonly value: unknown;
}

type Words = Pick<Question, 'name' | 'what'>;

// A brand has no value.
const CONSENT = {} as Consent;

export function createConsents(): Consents {
  const question = signal<Question | undefined>(undefined);

  function ask(
    reasons: readonly (ConfirmReason | undefined)[],
    words: Words,
    isLasting = false,
  ): Promise<Consent | undefined> {
    const reason = reasons.find((each) => each !== undefined);
    if (reason === undefined) return Promise.resolve(CONSENT);
    // A question that was not answered is answered with no.
    question.peek()?.answer(false);
    return new Promise((resolve) => {
      question.value = {
        reason,
        ...words,
        isLasting,
        answer(yes) {
          question.value = undefined;
          resolve(yes ? CONSENT : undefined);
        },
      };
    });
  }

  const toWriteEach: Consents['toWriteEach'] = (writes, words) =>
    ask(
      writes.map(({ point, value }) => reasonToAsk(point.summary, value)),
      words,
    );
  return {
    question,
    toWrite: (points, value, words) =>
      toWriteEach(
        points.map((point) => ({ point, value })),
        words,
      ),
    toOperate: ({ confirm = {} }, operation, words) =>
      ask([Object.hasOwn(confirm, operation) ? confirm[operation] : undefined], words),
    toWriteEach,
    toAutomate: (points, words) => ask(reasonsOf(points), words, true),
    toTrigger: (points, words) => ask(reasonsOf(points), words),
  };
}

/** Without a value each data point that ever asks does. */
const reasonsOf = (points: readonly Point[]): readonly (ConfirmReason | undefined)[] =>
  points.map(({ summary }) => summary.confirm?.reason);
