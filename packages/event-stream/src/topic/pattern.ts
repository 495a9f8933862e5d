import { type Topic, toAtoms } from './topic.js';

/** A step of a pattern: a literal atom, or `null` for exactly one segment of any content. */
export type PatternStep = string | null;

export interface Pattern {
  /** The same for all spellings of a pattern. */
  readonly key: string;
  readonly steps: readonly PatternStep[];
  /** True when everything below matches too. */
  readonly open: boolean;
}

/**
 * `*` is everything; `prefix.*` the prefix and everything below it; anything else exact. `/` reads as `.`, a trailing `#`
 * as `*`, and `+` is exactly one segment. None of them stands for a first segment that begins with `$`.
 */
export function compilePattern(text: string): Pattern {
  const atoms = toAtoms(text);
  const last = atoms[atoms.length - 1];
  const open = last === '*' || last === '#';
  if (open) atoms.pop();
  const steps = atoms.map((atom) => (atom === '+' ? null : atom));
  return { key: [...atoms, ...(open ? ['*'] : [])].join('.'), steps, open };
}

export function patternMatches({ steps, open }: Pattern, { atoms, segmentEnds }: Topic): boolean {
  // As isRestricted, which would be a function more for a browser to load.
  if (steps[0] == null && atoms[0]?.[0] === '$') return false;
  let at = 0;
  for (const step of steps) {
    if (step === null) {
      const end = segmentEnds[at];
      if (!end) return false;
      at = end;
    } else {
      if (atoms[at] !== step) return false;
      at += 1;
    }
  }
  return open || at === atoms.length;
}
