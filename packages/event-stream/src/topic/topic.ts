/**
 * A published topic, cut for matching. An atom is the text between two dots; a segment is a unit of the publisher,
 * which for a name with dots in it is several atoms.
 */
export interface Topic {
  readonly atoms: readonly string[];
  /** For each atom the index behind its segment when a segment starts there, else 0. */
  readonly segmentEnds: readonly number[];
}

/** Both spellings of a topic become one: `/` is read as `.`, and the collection name `devices` as `device`. */
export function toAtoms(text: string): string[] {
  const atoms = text.replaceAll('/', '.').split('.');
  if (atoms[0] === 'devices') atoms[0] = 'device';
  return atoms;
}

/**
 * True for a topic that begins with `$`, which no pattern with a wildcard in front matches, and which clients cannot
 * subscribe to. Its events are for consumers in the process.
 */
export const isRestricted = (topic: Pick<Topic, 'atoms'>): boolean => topic.atoms[0]?.[0] === '$';

/** `segments` only if they differ from the split at the dots. */
export function parseTopic(name: string, segments?: readonly string[]): Topic {
  if (!segments) {
    const atoms = toAtoms(name);
    return { atoms, segmentEnds: atoms.map((_, index) => index + 1) };
  }
  const atoms: string[] = [];
  const segmentEnds: number[] = [];
  for (const [index, segment] of segments.entries()) {
    const parts = segment.replaceAll('/', '.').split('.');
    if (index === 0 && parts[0] === 'devices') parts[0] = 'device';
    segmentEnds.push(atoms.length + parts.length, ...new Array<number>(parts.length - 1).fill(0));
    atoms.push(...parts);
  }
  return { atoms, segmentEnds };
}

/** True when the dots of the joined name would cut these segments differently. */
export function hasCompoundSegment(segments: readonly string[]): boolean {
  return segments.some((segment) => segment.includes('.') || segment.includes('/'));
}
