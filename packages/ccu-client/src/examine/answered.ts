import { isCcuError } from '../model/errors.js';
import type { Answered } from './model.js';

/**
 * The outcome of a request as an answer. Rejects when the examination itself ended: it was aborted, or may send nothing
 * more.
 */
export function answeredWith(error: unknown): Exclude<Answered, 'ok'> {
  if (!isCcuError(error) || error.code === 'aborted' || error.code === 'not_permitted') throw error;
  return error.code;
}
