/** Questions that are kept in mind, so that a recorded one is answered once. */
const MAX_SEEN = 10_000;

/** Answers whether a question with that id comes for the first time. */
export function createFirstTimes(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= MAX_SEEN) break;
      seen.delete(oldest);
    }
    return true;
  };
}
