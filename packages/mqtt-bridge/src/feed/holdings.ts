/** A device of a CCU, or the CCU itself. */
export type Group = string;

/** Topics by the group that holds them. A topic can move between groups, so two may hold it for a moment. */
export interface Holdings {
  add(group: Group, topic: string): void;
  /** Makes these the topics of a group. Returns those it held before and holds no more. */
  replace(group: Group, topics: ReadonlySet<string>): readonly string[];
  /** Whether any group holds the topic. Its cost does not depend on the number of groups. */
  isHeld(topic: string): boolean;
  /** Number of topics. */
  readonly size: number;
}

export function createHoldings(): Holdings {
  const groups = new Map<Group, Set<string>>();
  /** Number of groups that hold a topic. */
  const holders = new Map<string, number>();

  function count(topic: string, by: 1 | -1): void {
    const now = (holders.get(topic) ?? 0) + by;
    if (now === 0) holders.delete(topic);
    else holders.set(topic, now);
  }

  return {
    add(group, topic) {
      const topics = groups.get(group) ?? new Set();
      if (topics.has(topic)) return;
      topics.add(topic);
      groups.set(group, topics);
      count(topic, 1);
    },
    replace(group, topics) {
      const before = groups.get(group) ?? new Set();
      const left = [...before].filter((topic) => !topics.has(topic));
      for (const topic of left) count(topic, -1);
      for (const topic of topics) if (!before.has(topic)) count(topic, 1);
      if (topics.size === 0) groups.delete(group);
      else groups.set(group, new Set(topics));
      return left;
    },
    isHeld: (topic) => holders.has(topic),
    get size() {
      return holders.size;
    },
  };
}
