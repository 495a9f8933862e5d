import type { EventKind } from '../model/event.js';
import { hasCompoundSegment, parseTopic, type Topic } from './topic.js';

/** Common members of the events of one type on a topic. */
export interface Stem {
  readonly kind: EventKind;
  readonly type: string;
  /** Key of their state, unless the publisher gives one. */
  readonly key: string;
  /** The frame between its number and its time. */
  readonly text: string;
}

/** Cached facts about a topic that events come back to. */
export interface TopicRecord<Match = unknown> {
  readonly name: string;
  /** The name as a JSON string. */
  readonly json: string;
  readonly segments?: readonly string[];
  readonly topic: Topic;
  /** Matching consumers, and the version of the patterns for which they were found. */
  matched: readonly Match[];
  matchedVersion: number;
  /** Of the newest event. Nearly always a topic has events of one type only. */
  stem: Stem | undefined;
}

export interface TopicTable<Match> {
  get(topic: string | readonly string[]): TopicRecord<Match>;
}

/**
 * Interns topics. When more than `capacity` are known the table starts anew: records in use stay valid, they are only
 * no longer shared.
 */
export function createTopicTable<Match>(capacity: number): TopicTable<Match> {
  const simple = new Map<string, TopicRecord<Match>>();
  const compound = new Map<string, TopicRecord<Match>>();

  function intern(
    table: Map<string, TopicRecord<Match>>,
    key: string,
    name: string,
    segments?: readonly string[],
  ): TopicRecord<Match> {
    if (table.size >= capacity) table.clear();
    const record: TopicRecord<Match> = {
      name,
      json: JSON.stringify(name),
      segments,
      topic: parseTopic(name, segments),
      matched: [],
      matchedVersion: -1,
      stem: undefined,
    };
    table.set(key, record);
    return record;
  }

  return {
    get(topic) {
      if (typeof topic === 'string') return simple.get(topic) ?? intern(simple, topic, topic);
      const name = topic.join('.');
      if (!hasCompoundSegment(topic)) return simple.get(name) ?? intern(simple, name, name);
      const key = JSON.stringify(topic);
      return compound.get(key) ?? intern(compound, key, name, [...topic]);
    },
  };
}
