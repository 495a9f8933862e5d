import { inspect } from 'node:util';

/** A text that does not show itself: printed, logged or serialised it is `[redacted]`. */
export interface Secret {
  reveal(): string;
  toString(): string;
  toJSON(): string;
}

/**
 * Wraps a text so that it cannot be printed by accident.
 *
 * @example
 * const secret = createSecret('s3cret');
 * `${secret}`; // '[redacted]'
 * secret.reveal(); // 's3cret'
 */
export function createSecret(value: string): Secret {
  const redacted = () => '[redacted]';
  return { reveal: () => value, toString: redacted, toJSON: redacted, [inspect.custom]: redacted } as Secret;
}
