import { StorageError } from '../../database/errors.js';
import { codeOf } from './errors.js';
import type { Queries } from './queries.js';

const isChange = (text: string): boolean => !/^\s*SELECT\b/.test(text);

/** The same statements, and whether one of them was to change something. */
export function noteChanges(queries: Queries): { readonly noted: Queries; readonly hasChanged: () => boolean } {
  let changed = false;
  const note = (text: string) => {
    changed ||= isChange(text);
  };
  return {
    noted: {
      rows(text, values) {
        note(text);
        return queries.rows(text, values);
      },
      count(text, values) {
        note(text);
        return queries.count(text, values);
      },
    },
    hasChanged: () => changed,
  };
}

/** The same statements, each of which is committed by itself. */
export function committed(queries: Queries): Queries {
  return {
    rows: (text, values) => commit(isChange(text), () => queries.rows(text, values)),
    count: (text, values) => commit(isChange(text), () => queries.count(text, values)),
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
