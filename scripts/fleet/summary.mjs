/**
 * What many runs of a fleet come to: how many there were, what was wrong in which, and how long clients were away after what. `results`
 * have a seed, and of a run that could be judged its violations and figures.
 */
export function summaryOf(results, keep) {
  const bySeed = [...results].sort((a, b) => a.seed - b.seed);
  const judged = bySeed.filter(({ figures }) => figures);
  const wrong = judged.filter(({ violations }) => violations.length > 0);
  const unproved = bySeed.filter(({ figures }) => !figures);
  return [
    `${results.length} runs, ${judged.length - wrong.length} clean, ${wrong.length} with violations, ${unproved.length} that prove nothing`,
    ...wrong.map(({ seed, violations }) => `seed ${seed}: ${countsOf(violations)}`),
    ...unproved.map(({ seed }) => `seed ${seed}: proves nothing`),
    ...(wrong.length + unproved.length > 0 ? [`lines and logs are in ${keep}`] : []),
    ...faultsOf(judged),
    ...notOverOf(judged),
  ].join('\n');
}

function notOverOf(judged) {
  const sum = (member) => judged.reduce((all, { figures }) => all + (figures[member] ?? 0), 0);
  const notOver = sum('notOver');
  return notOver === 0 ? [] : [`${notOver} of ${sum('faults')} faults were still felt when the next one began`];
}

/** How many there were of each code. */
export function countsOf(violations) {
  const counts = new Map();
  for (const { code } of violations) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${count} ${code}`).join(', ');
}

function faultsOf(judged) {
  const times = new Map();
  for (const [fault, ms] of judged.flatMap(({ figures }) => Object.entries(figures.backMs))) {
    times.set(fault, [...(times.get(fault) ?? []), ms]);
  }
  return [...times]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(
      ([fault, all]) =>
        `${fault}: ${all.length} times, live again after ${(Math.max(...all) / 1_000).toFixed(1)} s at the longest`,
    );
}
