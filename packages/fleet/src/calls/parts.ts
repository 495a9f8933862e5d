import type { CallMessage, ReplyContent } from './messages.js';

type Part = Extract<ReplyContent, { type: 'part' }>;
type Reply = Extract<CallMessage, ReplyContent>;

/** How much is sent. */
export interface Lengths {
  /** Of a message, in characters of JSON. */
  readonly maxLength: number;
  /** Of the value of an answer. */
  readonly maxAnswerLength: number;
}

/** The texts of an answer, in their order: more than one where the broker would not take it as one. */
export function textsOf(message: Reply, { maxLength, maxAnswerLength }: Lengths): readonly string[] {
  const whole = JSON.stringify(message);
  if (whole.length <= maxLength) return [whole];
  const { from, call } = message;
  const value = message.type === 'done' ? JSON.stringify(message.value) : undefined;
  if (value === undefined || value.length > maxAnswerLength) return [JSON.stringify({ type: 'too_large', from, call })];
  // Quotes are written with two characters.
  const length = Math.ceil(maxLength / 2);
  const count = Math.ceil(value.length / length);
  return Array.from({ length: count }, (_, index) => {
    const text = value.slice(index * length, (index + 1) * length);
    return JSON.stringify({ type: 'part', from, call, index, count, text });
  });
}

/** Puts parts together. `broken`: one of them is missing. */
export function collectParts(): (part: Part) => 'more' | 'broken' | { readonly value: unknown } {
  const texts: string[] = [];
  return ({ index, count, text }) => {
    if (index !== texts.length) return 'broken';
    texts.push(text);
    if (texts.length < count) return 'more';
    try {
      return { value: JSON.parse(texts.join('')) };
    } catch {
      return 'broken';
    }
  };
}
