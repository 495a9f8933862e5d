import { StorageError } from '@ccu-gateway/storage';
import { codeOf } from './errors.js';
import type { Queries } from './queries.js';

const isChange = (text: string): boolean => !/^\s*SELECT\b/.test(text);

interface Noted {
  readonly noted: Queries;
  /** Whether one of them was to change something. */
  readonly hasChanged: () => boolean;
  /** Whether one of them did. */
  readonly hasWritten: () => boolean;
}

/** The same statements, and what became of them. */
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

/** Runs what commits. Where the server gives no answer to it, a change may have been made all the same, which the error says then. */
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
 * Whether nothing was done: the server has said so, with a state of five signs, or nothing was sent. States of two classes say that the
 * connection ends, and nothing of what was asked; codes of Node begin with E, which no state does.
 */
function isKnown(error: unknown): boolean {
  if (error instanceof Error && /not queryable/.test(error.message)) return true;
  return /^(?!E|08|57P)[0-9A-Z]{5}$/.test(codeOf(error));
}
