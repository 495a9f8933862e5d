/** Sections that may be kept although their write has failed. */
export interface Doubts {
  add(section: string): void;
  /** Those of these sections that turned out to be kept; they are not in doubt any more. */
  resolve(sections: readonly string[]): readonly string[];
  /** Only these are in doubt from now on, as far as they were. */
  keepOnly(sections: readonly string[]): void;
  /** Calls a listener when a section comes into doubt. */
  on(listener: () => void): void;
}

export function createDoubts(): Doubts {
  const doubtful = new Set<string>();
  const listeners: (() => void)[] = [];
  return {
    add(section) {
      doubtful.add(section);
      for (const listener of listeners) listener();
    },
    resolve(sections) {
      const found = sections.filter((section) => doubtful.has(section));
      for (const section of found) doubtful.delete(section);
      return found;
    },
    keepOnly(sections) {
      for (const section of doubtful) if (!sections.includes(section)) doubtful.delete(section);
    },
    on: (listener) => void listeners.push(listener),
  };
}
