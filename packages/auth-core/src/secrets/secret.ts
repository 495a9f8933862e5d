import { inspect } from 'node:util';

/** A text that does not show itself: printed, logged or serialised it is `[redacted]`. */
export interface Secret {
  reveal(): string;
  toString(): string;
  toJSON(): string;
}

export function createSecret(value: string): Secret {
  const redacted = () => '[redacted]';
  return { reveal: () => value, toString: redacted, toJSON: redacted, [inspect.custom]: redacted } as Secret;
}
