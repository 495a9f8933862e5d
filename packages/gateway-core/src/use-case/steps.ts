import { GatewayError } from './errors.js';

/** One of several things that are done one after the other. */
export interface Step {
  /** What was done when it is done, in few words: for the problem that says that only a part was. */
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

/**
 * Does one step after the other. When one is refused, the ones behind it are not tried, and the refusal says which were
 * done: what was done cannot be taken back.
 *
 * @throws what the refused step throws; a GatewayError gets the member `applied`
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

/** The same refusal, with what was done before it: member `applied`, and in words. */
function afterDoing(error: unknown, done: readonly string[]): unknown {
  if (!(error instanceof GatewayError) || done.length === 0) return error;
  const { code, message, details } = error;
  const applied = [...done, ...appliedBefore(error)];
  return new GatewayError(code, `${message}. Done before: ${done.join(', ')}`, {
    ...details,
    members: { ...details.members, applied },
  });
}

/**
 * What had been done when this was refused.
 *
 * @example
 * if (appliedBefore(error).length > 0) tell('a part of it was done');
 */
export function appliedBefore(error: unknown): readonly string[] {
  if (!(error instanceof GatewayError)) return [];
  const applied = error.details.members?.applied;
  return Array.isArray(applied) ? applied : [];
}
