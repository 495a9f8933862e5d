/** Something that a holder did, as it noted it itself. */
export interface Act {
  readonly process: string;
  readonly key: string;
  readonly token: number;
  /** On a clock that all share, from before the holder asked for its right to act. */
  readonly at: number;
}

/**
 * Faults of the acts that holders noted: two processes under one token, or an act under a token after one under a
 * higher token. Empty where at no moment two could act.
 *
 * @example
 * expect(judgeActs(acts)).toEqual([]);
 */
export function judgeActs(acts: readonly Act[]): readonly string[] {
  const wrong = new Set<string>();
  const newest = new Map<string, Act>();
  const owners = new Map<string, string>();
  for (const act of [...acts].sort((one, other) => one.at - other.at)) {
    const term = `${act.key} ${act.token}`;
    const owner = owners.get(term) ?? act.process;
    owners.set(term, owner);
    if (owner !== act.process) wrong.add(`${act.process} acts for ${act.key} under token ${act.token} of ${owner}`);
    const before = newest.get(act.key);
    if (before && before.token > act.token) {
      wrong.add(
        `${act.process} acts for ${act.key} under token ${act.token} after ${before.process} under ${before.token}`,
      );
    } else newest.set(act.key, act);
  }
  return [...wrong];
}
