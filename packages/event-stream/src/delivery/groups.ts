import { createPatternIndex } from '../topic/index-of-patterns.js';
import type { Pattern } from '../topic/pattern.js';
import type { TopicRecord } from '../topic/table.js';
import { isRestricted } from '../topic/topic.js';
import { type Audience, createAudience } from './audience.js';
import type { Member } from './core.js';

/** A fixed set of patterns as a question to topics. */
export interface PatternSet {
  readonly size: number;
  matches(topic: TopicRecord): boolean;
}

/** All consumers with the same patterns: matching and joining for one serves all. */
export interface Group {
  readonly key: string;
  readonly set: PatternSet;
  readonly patterns: readonly Pattern[];
  /** In the process. */
  readonly members: Set<Member>;
  /** Sockets that keep up. */
  readonly audience: Audience;
  /** Positions of matching events since the last flush. */
  pending: number[];
  /** An empty list for the next ones. */
  spare: number[];
}

export interface Groups {
  join(patterns: readonly Pattern[]): Group;
  leave(group: Group): void;
  /** Groups with a pattern for the topic; looked up once per topic and version of the patterns. */
  of(topic: TopicRecord<Group>): readonly Group[];
  readonly patternCount: number;
}

export function createPatternSet(patterns: readonly Pattern[]): PatternSet {
  const index = createPatternIndex<true>();
  for (const pattern of patterns) index.add(pattern, true);
  if (patterns.some(({ open, steps }) => open && steps.length === 0)) {
    return { size: patterns.length, matches: ({ topic }) => !isRestricted(topic) || index.test(topic) };
  }
  return { size: patterns.length, matches: (topic) => index.test(topic.topic) };
}

export function createGroups(): Groups {
  const groups = new Map<string, { readonly group: Group; users: number }>();
  const index = createPatternIndex<Group>();
  let version = 0;
  let patternCount = 0;

  function create(key: string, patterns: readonly Pattern[]): Group {
    const set = createPatternSet(patterns);
    const group: Group = { key, set, patterns, members: new Set(), audience: createAudience(), pending: [], spare: [] };
    for (const pattern of patterns) index.add(pattern, group);
    version += 1;
    patternCount += patterns.length;
    return group;
  }

  return {
    join(patterns) {
      const unique = [...new Map(patterns.map((pattern) => [pattern.key, pattern])).values()];
      const key = unique
        .map((pattern) => pattern.key)
        .sort()
        .join('\n');
      let known = groups.get(key);
      if (!known) {
        known = { group: create(key, unique), users: 0 };
        groups.set(key, known);
      }
      known.users += 1;
      return known.group;
    },
    leave(group) {
      const known = groups.get(group.key);
      if (known?.group !== group) return;
      known.users -= 1;
      if (known.users > 0) return;
      groups.delete(group.key);
      for (const pattern of group.patterns) index.remove(pattern, group);
      version += 1;
      patternCount -= group.patterns.length;
    },
    of(topic) {
      if (topic.matchedVersion !== version) {
        topic.matched = [...index.match(topic.topic)];
        topic.matchedVersion = version;
      }
      return topic.matched;
    },
    get patternCount() {
      return patternCount;
    },
  };
}
