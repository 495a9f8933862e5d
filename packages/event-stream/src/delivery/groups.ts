import { createPatternIndex } from '../topic/index-of-patterns.js';
import type { Pattern } from '../topic/pattern.js';
import type { TopicRecord } from '../topic/table.js';
import type { Entry } from './ring.js';

/** A fixed set of patterns as a question to topics. */
export interface PatternSet {
  readonly size: number;
  matches(topic: TopicRecord): boolean;
}

/** All consumers with the same patterns: what is found out and joined for one serves all. */
export interface Group<Member> {
  readonly key: string;
  readonly set: PatternSet;
  readonly patterns: readonly Pattern[];
  /** Replaced, never changed, so that a walk over it survives a member that leaves. */
  members: readonly Member[];
  /** Matching entries since the last flush. */
  pending: Entry[];
}

export interface Groups<Member> {
  join(patterns: readonly Pattern[], member: Member): Group<Member>;
  leave(group: Group<Member>, member: Member): void;
  /** Groups with a pattern for the topic; looked up once per topic and version of the patterns. */
  of(topic: TopicRecord<Group<Member>>): readonly Group<Member>[];
  readonly patternCount: number;
}

export function createPatternSet(patterns: readonly Pattern[]): PatternSet {
  if (patterns.some(({ open, steps }) => open && steps.length === 0)) {
    return { size: patterns.length, matches: () => true };
  }
  const index = createPatternIndex<true>();
  for (const pattern of patterns) index.add(pattern, true);
  return { size: patterns.length, matches: (topic) => index.test(topic.topic) };
}

export function createGroups<Member>(): Groups<Member> {
  const groups = new Map<string, Group<Member>>();
  const index = createPatternIndex<Group<Member>>();
  let version = 0;
  let patternCount = 0;

  return {
    join(patterns, member) {
      const unique = [...new Map(patterns.map((pattern) => [pattern.key, pattern])).values()];
      const key = unique
        .map((pattern) => pattern.key)
        .sort()
        .join('\n');
      let group = groups.get(key);
      if (!group) {
        group = { key, set: createPatternSet(unique), patterns: unique, members: [], pending: [] };
        groups.set(key, group);
        for (const pattern of unique) index.add(pattern, group);
        version += 1;
        patternCount += unique.length;
      }
      group.members = [...group.members, member];
      return group;
    },
    leave(group, member) {
      // A member that changes its patterns to the same set is in here twice for a moment.
      const at = group.members.indexOf(member);
      if (at >= 0) group.members = group.members.toSpliced(at, 1);
      if (group.members.length > 0 || groups.get(group.key) !== group) return;
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
