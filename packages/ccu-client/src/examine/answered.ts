import { isCcuError } from '../model/errors.js';
import type { Answered } from './model.js';

/** What came of a request is an answer of an examination, unless it was the examination that ended: it was given up, or may send nothing more. */
export function answeredWith(error: unknown): Exclude<Answered, 'ok'> {
  if (!isCcuError(error) || error.code === 'aborted' || error.code === 'not_permitted') throw error;
  return error.code;
}
