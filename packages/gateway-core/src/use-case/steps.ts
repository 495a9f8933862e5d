import { GatewayError } from './errors.js';

/** One of several things that are done one after the other. */
export interface Step {
  /** Completed work in few words: for the problem that reports a partial change. */
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

/**
 * Runs one step after the other. When one is refused, the later ones are not tried, and the refusal lists the completed
 * ones: these cannot be taken back.
 *
 * @throws the error of the refused step; a GatewayError gets the member `applied`
 * @example
 * await inOrder([
 *   { what: 'name', run: () => rename() },
 *   { what: 'room', run: () => assign() },
 * ]);
 */
export async function inOrder(steps: readonly Step[]): Promise<void> {
  const done: string[] = [];
  for (const { what, run } of steps) {
    try {
      await run();
    } catch (error) {
      throw afterDoing(error, done);
    }
    done.push(what);
  }
}

/**
 * The same refusal, with the steps done before it: member `applied`, and in words.
 *
 * @example
 * throw afterDoing(error, ['link']);
 */
export function afterDoing(error: unknown, done: readonly string[]): unknown {
  if (!(error instanceof GatewayError) || done.length === 0) return error;
  const { code, message, details } = error;
  const applied = [...done, ...appliedBefore(error)];
  return new GatewayError(code, `${message}. Done before: ${done.join(', ')}`, {
    ...details,
    members: { ...details.members, applied },
  });
}

/**
 * Steps that were completed before this refusal.
 *
 * @example
 * if (appliedBefore(error).length > 0) tell('a part of it was done');
 */
export function appliedBefore(error: unknown): readonly string[] {
  if (!(error instanceof GatewayError)) return [];
  const applied = error.details.members?.applied;
  return Array.isArray(applied) ? applied : [];
}
