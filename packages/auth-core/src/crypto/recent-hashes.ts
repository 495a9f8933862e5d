import type { Clock } from '../model/ports.js';

/** Time in milliseconds after which no text is kept any more. */
const KEPT_MS = 250;
/** Texts that are kept at once. */
const MOST = 256;

/**
 * The same hash function, which keeps its last texts: a client sends its credential with each request, and the hash is most
 * of the cost of the check. A hash decides nothing, so the end of a credential counts as without them. A secret is kept for
 * 250 ms at most.
 */
export function rememberHashes(hash: (text: string) => string, clock: Pick<Clock, 'after'>): (text: string) => string {
  const recent = new Map<string, string>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const made = hash(text);
    if (recent.size >= MOST) return made;
    if (recent.size === 0) clock.after(KEPT_MS, () => recent.clear());
    recent.set(text, made);
    return made;
  };
}
