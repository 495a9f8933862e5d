// Only the code for several gateways names a fleet, its broker or its database. Other files use the parts that `Site` answers.
const NAMES = /fleet|nats|jetstream|postgres/gi;

/** Folders for several gateways, by the beginning of their path. */
export const HOMES = [
  // Also packages beside it.
  'packages/fleet',
  'apps/daemon/src/fleet/',
  'apps/daemon/src/site/',
  'packages/postgres/',
];

/** `pnpm contract` writes these; the compressed text has the names by chance. */
const isGenerated = (path) => path.includes('/generated/') || path === 'packages/server/src/contract/shipped.ts';
const isExempt = (path) => isGenerated(path) || HOMES.some((home) => path.startsWith(home));

/** How often each other file has one of these names: a map of path to count, without files that have none. */
export function countFleetNames(files) {
  return Object.fromEntries(
    files
      .filter(({ path }) => !isExempt(path))
      .map(({ path, text }) => [path, (text.match(NAMES) ?? []).length + (path.match(NAMES) ?? []).length])
      .filter(([, count]) => count > 0),
  );
}

/** Compares counts with ceilings: `worse` are complaints, `lower` names ceilings above the count. */
export function judgeFleetNames(counts, ceilings) {
  const complaint = (path, count, allowed) =>
    `${path} names the fleet ${count} times, allowed ${allowed}: move the code to apps/daemon/src/fleet or packages/fleet, ` +
    'use it through Site (apps/daemon/src/site/model), or choose words for one and several gateways';
  return {
    worse: Object.entries(counts)
      .filter(([path, count]) => count > (ceilings[path] ?? 0))
      .map(([path, count]) => complaint(path, count, ceilings[path] ?? 0)),
    lower: Object.keys(ceilings).filter((path) => (counts[path] ?? 0) < ceilings[path]),
  };
}

/** The ceilings at the counts where these are lower; files without the names have none. */
export function loweredCeilings(counts, ceilings) {
  return Object.fromEntries(
    Object.entries(ceilings)
      .map(([path, ceiling]) => [path, Math.min(ceiling, counts[path] ?? 0)])
      .filter(([, ceiling]) => ceiling > 0),
  );
}
