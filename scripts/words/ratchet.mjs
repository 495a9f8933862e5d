// Counts of faults against stored ceilings, which may only go down. An area at its goal is held to the goal.

/** The goal of each rule, as a share of the sentences of an area. */
export const GOALS = { what: 0.02, told: 0.005, long: 0.02, word: 0.005, form: 0 };

/** The faults of each rule in a list of units, each unit once: `{ sentences, what, told, … }`. */
export function countFaults(units) {
  const counts = { sentences: units.length };
  for (const rule of Object.keys(GOALS)) {
    counts[rule] = units.filter(({ faults }) => faults.some((fault) => fault.rule === rule)).length;
  }
  return counts;
}

/** Compares counts with ceilings: `worse` fails the check, `lower` names ceilings that can be lowered. */
export function judge(counts, ceilings) {
  const verdict = { worse: [], lower: [] };
  for (const [area, { sentences, ...figures }] of Object.entries(counts)) {
    for (const [rule, figure] of Object.entries(figures)) {
      const goal = goalOf(rule, sentences);
      const ceiling = ceilings[area]?.[rule] ?? 0;
      if (figure > Math.max(ceiling, goal))
        verdict.worse.push({ area, rule, figure, allowed: Math.max(ceiling, goal) });
      else if (Math.max(figure, goal) < ceiling) verdict.lower.push({ area, rule, figure, ceiling });
    }
  }
  return verdict;
}

/** The ceilings with each figure that went down; a figure at its goal needs none. */
export function lowered(counts, ceilings) {
  const entries = Object.entries(counts).map(([area, { sentences, ...figures }]) => {
    const kept = Object.entries(figures).flatMap(([rule, figure]) => {
      const ceiling = Math.min(figure, ceilings[area]?.[rule] ?? 0);
      return ceiling > goalOf(rule, sentences) ? [[rule, ceiling]] : [];
    });
    return [area, Object.fromEntries(kept)];
  });
  return Object.fromEntries(entries.filter(([, rules]) => Object.keys(rules).length > 0));
}

const goalOf = (rule, sentences) => Math.floor(GOALS[rule] * sentences);
