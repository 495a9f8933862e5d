import { toStorageError } from './driver/errors.js';

/**
 * Runs work that calls back its caller. Errors of the callback pass through unchanged, others become a `StorageError`.
 */
export async function asking<Question extends readonly unknown[], Reply, Answer>(
  ask: (...question: Question) => Reply,
  work: (ask: (...question: Question) => Reply) => Promise<Answer>,
): Promise<Answer> {
  let refused: { readonly error: unknown } | undefined;
  const noting = (...question: Question): Reply => {
    try {
      return ask(...question);
    } catch (error) {
      refused = { error };
      throw error;
    }
  };
  try {
    return await work(noting);
  } catch (error) {
    throw refused ? refused.error : toStorageError(error);
  }
}
