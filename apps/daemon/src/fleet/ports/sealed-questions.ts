import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import { CallError } from '@ccu-gateway/fleet';

/** A sealed text shows how long it is; every question and answer is longer than any password. */
const LENGTH = 4_096;
/** Questions that are kept in mind, so that a recorded one is answered once. */
const MAX_SEEN = 10_000;

/** Key and subject of sealed questions: a text sealed for another subject does not open. */
export interface Sealing {
  /** With the key that all gateways of the fleet have. */
  readonly box: SecretBox;
  readonly about: string;
}

/** A question on its way to another gateway, and how its answer is read. */
export interface SealedQuestion {
  readonly asked: string;
  /**
   * The answer; undefined for the answer to another question. @throws SecretError for a text that no gateway of the
   * fleet has sealed
   */
  answerIn(told: string): unknown;
}

/**
 * Seals a question to another gateway, so that other users of the NATS servers can neither read it nor answer it.
 *
 * @example
 * const { asked, answerIn } = sealQuestion({ password }, randomHex(32), { box, about: 'ccu_login' });
 */
export function sealQuestion(question: object, id: string, sealing: Sealing): SealedQuestion {
  return {
    asked: seal({ id, question }, sealing, 'asked'),
    answerIn(told) {
      const { id: of, answer } = open(told, sealing, 'answered');
      return of === id ? answer : undefined;
    },
  };
}

/** A question that was opened. */
export interface OpenedQuestion {
  /** A question that opens was sealed by a gateway of the fleet. */
  readonly question: unknown;
  answer(answer: object): string;
}

/**
 * Opens questions of other gateways, each once.
 *
 * @throws SecretError for a text that no gateway of the fleet has sealed for this; CallError for a question that was
 * answered
 */
export function createQuestionOpener(): (asked: string, sealing: Sealing) => OpenedQuestion {
  const seen = new Set<unknown>();
  return (asked, sealing) => {
    const { id, question } = open(asked, sealing, 'asked');
    if (seen.has(id)) throw new CallError('not_holder', 'this question was answered');
    seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= MAX_SEEN) break;
      seen.delete(oldest);
    }
    return { question, answer: (answer) => seal({ id, answer }, sealing, 'answered') };
  };
}

type Way = 'asked' | 'answered';
const pathOf = (way: Way, { about }: Sealing) => `fleet.${about}.${way}`;

/** Seals JSON, padded to one length in bytes; longer where that is not enough. */
function seal(value: object, sealing: Sealing, way: Way): string {
  const text = JSON.stringify(value);
  return sealing.box.seal(text + ' '.repeat(Math.max(0, LENGTH - Buffer.byteLength(text))), pathOf(way, sealing));
}

function open(sealed: string, sealing: Sealing, way: Way): Readonly<Record<string, unknown>> {
  return Object(JSON.parse(sealing.box.open(sealed, pathOf(way, sealing))));
}
