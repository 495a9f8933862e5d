import { inspect } from 'node:util';

const PLACEHOLDER = '[redacted]';

/** A configured secret. Only `reveal()` gives it away; printing, serialising or inspecting it does not. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return PLACEHOLDER;
  }

  toJSON(): string {
    return PLACEHOLDER;
  }

  [inspect.custom](): string {
    return PLACEHOLDER;
  }
}
