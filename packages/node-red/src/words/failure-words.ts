import { ProblemError, UnexpectedAnswerError, UnreachableError } from '@ccu-gateway/client';
import type { Red } from '../red/red.js';

/** A message that a node cannot carry out; `key` is one of `ccu-gateway.refused` in the catalogue. */
export class RefusedMessage extends Error {
  override readonly name = 'RefusedMessage';

  constructor(
    readonly key: string,
    readonly values: Readonly<Record<string, unknown>> = {},
  ) {
    super(key);
  }
}

/** Why a call failed, as people read it. It contains no address and no token. */
export function failureWords(translate: Red['_'], error: unknown): string {
  const say = (key: string, values?: Readonly<Record<string, unknown>>) =>
    translate(`ccu-gateway.failure.${key}`, values);
  if (error instanceof RefusedMessage) return translate(`ccu-gateway.refused.${error.key}`, error.values);
  if (error instanceof UnreachableError) return say(error.code);
  if (error instanceof UnexpectedAnswerError) return say(error.code, { status: error.status });
  if (error instanceof ProblemError) {
    if (error.code === 'unauthorized') return say('unauthorized');
    if (error.code === 'forbidden') return say('forbidden');
    const [field] = error.errors;
    const detail = field
      ? `${error.message} (${[field.field, field.reason].filter(Boolean).join(': ')})`
      : error.message;
    return say('refused', { detail, code: error.code });
  }
  return error instanceof Error ? error.message : String(error);
}
