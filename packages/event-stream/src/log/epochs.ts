/**
 * The next epoch of a log after its numbers went back. Every process that detects it computes the same one, so that
 * they need not agree on a process that tags the log.
 *
 * @example
 * nextEpoch('a1b2'); // 'a1b2.1'
 */
export function nextEpoch(epoch: string): string {
  const { first, count } = partsOf(epoch);
  return `${first}.${count + 1}`;
}

/**
 * True when a log had this epoch before the other one: it was restored from a copy older than the other
 * epoch.
 *
 * @example
 * isEarlierEpoch('a1b2', 'a1b2.1'); // true
 */
export function isEarlierEpoch(epoch: string, than: string): boolean {
  const [one, other] = [partsOf(epoch), partsOf(than)];
  return one.first === other.first && one.count < other.count;
}

function partsOf(epoch: string): { readonly first: string; readonly count: number } {
  const found = /^(.*)\.(\d+)$/.exec(epoch);
  return { first: found?.[1] ?? epoch, count: Number(found?.[2] ?? 0) };
}
