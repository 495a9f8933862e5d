import { StorageError } from '@ccu-gateway/storage';
import { codeOf } from './errors.js';
import type { Queries } from './queries.js';

const isChange = (text: string): boolean => !/^\s*SELECT\b/.test(text);

interface Noted {
  readonly noted: Queries;
  /** Returns true when one of them was to change something. */
  readonly hasChanged: () => boolean;
  /** Returns true when one of them did. */
  readonly hasWritten: () => boolean;
}

/** The same statements, and notes on their changes. */
export function noteChanges(queries: Queries): Noted {
  let changed = false;
  let written = false;
  const run = async <T>(text: string, work: Promise<T>, rowsOf: (answer: T) => number): Promise<T> => {
    changed ||= isChange(text);
    const answer = await work;
    written ||= isChange(text) && rowsOf(answer) > 0;
    return answer;
  };
  return {
    noted: {
      rows: (text, values) => run(text, queries.rows(text, values), (rows) => rows.length),
      count: (text, values) => run(text, queries.count(text, values), (count) => count),
    },
    hasChanged: () => changed,
    hasWritten: () => written,
  };
}

/** The same statements, each of which is committed by itself; `wrote` is called after each that has written something. */
export function committed(queries: Queries, wrote: () => void): Queries {
  const alone = async <T>(text: string, work: (noted: Queries) => Promise<T>): Promise<T> => {
    const { noted, hasWritten } = noteChanges(queries);
    const answer = await commit(isChange(text), () => work(noted));
    if (hasWritten()) wrote();
    return answer;
  };
  return {
    rows: (text, values) => alone(text, ({ rows }) => rows(text, values)),
    count: (text, values) => alone(text, ({ count }) => count(text, values)),
  };
}

/**
 * Runs work that commits. Where the server gives no answer to it, a change may have been made all the same, which the
 * error states then.
 */
export async function commit<T>(isOfChange: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfChange || !(error instanceof StorageError) || isKnown(error.cause)) throw error;
    const { code, message, cause, remedy } = error;
    throw new StorageError(code, `${message}; whether it was done is not known`, {
      cause,
      outcomeUnknown: true,
      ...(remedy !== undefined && { remedy }),
    });
  }
}

/**
 * Returns true when nothing was done: the server has answered so, with a state of five signs, or nothing was sent.
 * States of two classes report the end of the connection, and nothing about the statement; codes of Node begin with E,
 * which no state does.
 */
function isKnown(error: unknown): boolean {
  if (error instanceof Error && /not queryable/.test(error.message)) return true;
  return /^(?!E|08|57P)[0-9A-Z]{5}$/.test(codeOf(error));
}
