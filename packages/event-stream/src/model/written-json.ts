const WRITTEN = Symbol('json that is written already');

/** The answer of a command with JSON that was written before, for example in steps. */
export interface WrittenJson {
  readonly [WRITTEN]: string;
}

/**
 * Hands the text of a value over as the answer of a command.
 *
 * @example
 * const onCall = async () => writtenJson(JSON.stringify(['a', 'b']));
 */
export function writtenJson(text: string): WrittenJson {
  return { [WRITTEN]: text };
}

/** The JSON of a command's answer. */
export function jsonOf(data: unknown): string {
  if (typeof data === 'object' && data !== null && WRITTEN in data) return (data as WrittenJson)[WRITTEN];
  return JSON.stringify(data ?? null) ?? 'null';
}
