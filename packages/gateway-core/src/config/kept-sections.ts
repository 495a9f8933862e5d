import type { AcceptedConfig, NotTaken, SavedConfig } from './saved-config.js';
import type { Sections } from './section-records.js';

/** A section that is kept, and why it is not in force here. */
export interface SectionNotInForce {
  readonly section: string;
  readonly error: unknown;
}

/** Stored sections that are in force here. */
export interface KeptSections {
  /**
   * Puts in force the sections that differ here, and the one `named`. One section after the other, so that one that
   * cannot be in force here holds back no other. Rejects if that could not be determined; sections applied by then stay
   * in force.
   */
  follow(all: Sections, named: string | undefined): Promise<void>;
  /** Start of a change of a section: the stored sections, but for others that cannot be in force here. */
  startOf(all: Sections, section: string): Sections;
  /** A change of a section took effect, with these beside it. */
  changed(section: string, stored: Sections): void;
  notInForce(): readonly SectionNotInForce[];
}

export interface KeptSectionsDeps<Accepted extends AcceptedConfig> {
  /** In the order in which they are taken over. */
  readonly sections: readonly string[];
  /** With which the gateway was started. */
  readonly started: Sections;
  readonly accept: (stored: Sections, section: string) => Accepted;
  readonly saved: Pick<SavedConfig<Accepted>, 'follow' | 'settleDoubts'>;
}

export function createKeptSections<Accepted extends AcceptedConfig>({
  sections,
  started,
  accept,
  saved,
}: KeptSectionsDeps<Accepted>): KeptSections {
  let inForce = started;
  const notTaken = new Map<string, unknown>();

  /** Answers why they cannot be in force here; undefined where they are now. */
  async function take(names: readonly string[], all: Sections): Promise<NotTaken | undefined> {
    const stored = withSections(inForce, all, names);
    const next = accepted(() => accept(stored, names.join(', ')));
    const refused = 'error' in next ? next : await saved.follow(names, next.value);
    if (refused !== undefined) return refused;
    inForce = stored;
    for (const name of names) notTaken.delete(name);
    return undefined;
  }

  return {
    async follow(all, named) {
      let left = sections.filter((name) => name === named || !isSame(inForce[name], all[name]));
      for (const name of notTaken.keys()) if (!left.includes(name)) notTaken.delete(name);
      for (let before = Number.POSITIVE_INFINITY; left.length > 0 && left.length < before; ) {
        before = left.length;
        const again: string[] = [];
        // A section may depend on another one.
        for (const name of left) {
          const refused = await take([name], all);
          if (refused === undefined) continue;
          notTaken.set(name, refused.error);
          again.push(name);
        }
        left = again;
      }
      if (left.length > 1 && (await take(left, all)) === undefined) left = [];
      saved.settleDoubts(left);
    },
    startOf: (all, section) =>
      withSections(
        all,
        inForce,
        [...notTaken.keys()].filter((name) => name !== section),
      ),
    changed(section, stored) {
      inForce = stored;
      notTaken.delete(section);
    },
    notInForce: () => [...notTaken].map(([section, error]) => ({ section, error })),
  };
}

function accepted<Value>(accept: () => Value): { readonly value: Value } | NotTaken {
  try {
    return { value: accept() };
  } catch (error) {
    return { error };
  }
}

/** The first ones, with these sections as they are in the others. */
function withSections(base: Sections, others: Sections, names: readonly string[]): Sections {
  const rest = Object.entries(base).filter(([name]) => !names.includes(name));
  const taken = names.filter((name) => others[name] !== undefined).map((name) => [name, others[name]] as const);
  return Object.fromEntries([...rest, ...taken]);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
