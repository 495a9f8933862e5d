import type { Entry } from '../delivery/ring.js';
import { limits } from '../model/limits.js';
import { createPatternIndex } from '../topic/index-of-patterns.js';
import { compilePattern, type Pattern } from '../topic/pattern.js';
import type { TopicRecord } from '../topic/table.js';

/** The patterns of one connection under the spelling in which the client sent them. */
export interface Subscriptions {
  readonly size: number;
  readonly patterns: readonly Pattern[];
  /** False, and nothing changed, when there would be too many. */
  add(topics: readonly string[], fromSeq: number): boolean;
  remove(topics: readonly string[]): void;
  /** Makes a test for entries that a pattern other than these has delivered already. */
  deliveredBesides(topics: readonly string[]): (entry: Entry) => boolean;
  /** Events were missed: nothing up to this number counts as delivered any more. */
  restart(seq: number): void;
}

interface Subscribed {
  readonly pattern: Pattern;
  /** Events above this number have been delivered through it, or will be. */
  fromSeq: number;
}

export function createSubscriptions(): Subscriptions {
  return new ConnectionSubscriptions();
}

class ConnectionSubscriptions implements Subscriptions {
  private readonly subscribed = new Map<string, Subscribed>();

  get size(): number {
    return this.subscribed.size;
  }

  get patterns(): readonly Pattern[] {
    return [...this.subscribed.values()].map(({ pattern }) => pattern);
  }

  add(topics: readonly string[], fromSeq: number): boolean {
    const { subscribed } = this;
    const fresh = topics.filter((topic) => !subscribed.has(topic));
    if (subscribed.size + new Set(fresh).size > limits.patternsPerConnection) return false;
    for (const topic of topics) {
      const known = subscribed.get(topic);
      if (known) known.fromSeq = Math.min(known.fromSeq, fromSeq);
      else subscribed.set(topic, { pattern: compilePattern(topic), fromSeq });
    }
    return true;
  }

  remove(topics: readonly string[]): void {
    for (const topic of topics) this.subscribed.delete(topic);
  }

  deliveredBesides(topics: readonly string[]): (entry: Entry) => boolean {
    const asked = new Set(topics);
    const others = createPatternIndex<number>();
    let count = 0;
    for (const [topic, { pattern, fromSeq }] of this.subscribed) {
      if (asked.has(topic)) continue;
      others.add(pattern, fromSeq);
      count += 1;
    }
    if (count === 0) return () => false;
    // Looked up once a topic, however many events it has and however many patterns there are.
    const floors = new Map<TopicRecord, number>();
    return ({ seq, topic }) => {
      let floor = floors.get(topic);
      if (floor === undefined) {
        floor = Math.min(Number.POSITIVE_INFINITY, ...others.match(topic.topic));
        floors.set(topic, floor);
      }
      return seq > floor;
    };
  }

  restart(seq: number): void {
    for (const value of this.subscribed.values()) value.fromSeq = Math.max(value.fromSeq, seq);
  }
}
