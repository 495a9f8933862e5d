import { toStorageError } from './errors.js';

/** Runs work that asks its caller on the way. What the caller throws comes back as it is, anything else as a `StorageError`. */
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
