import type { TopicRecord } from '../topic/table.js';

/** The newest event of one key. */
export interface LatestNode {
  readonly key: string;
  seq: number;
  topic: TopicRecord;
  /** Everything of its frame that follows the topic, as text. Undefined while the ring has the frame. */
  rest: string | undefined;
  previous?: LatestNode;
  next?: LatestNode;
}

/** Newest event of every key in order of change, so that the changes since a number are a walk over just those. */
export interface Latest {
  /** Answers the node of the key; undefined where none is kept. */
  put(key: string, seq: number, topic: TopicRecord): LatestNode | undefined;
  /** The oldest node with a seq above the given one. */
  after(seq: number): LatestNode | undefined;
  /** Changes at or below this number may have been forgotten. */
  readonly floor: number;
  raiseFloor(seq: number): void;
}

export function createLatest(capacity: number, floorSeq: number): Latest {
  const nodes = new Map<string, LatestNode>();
  let oldest: LatestNode | undefined;
  let newest: LatestNode | undefined;
  let floor = floorSeq;

  function unlink(node: LatestNode): void {
    if (node.previous) node.previous.next = node.next;
    else oldest = node.next;
    if (node.next) node.next.previous = node.previous;
    else newest = node.previous;
    node.previous = undefined;
    node.next = undefined;
  }

  function append(node: LatestNode): void {
    node.previous = newest;
    if (newest) newest.next = node;
    else oldest = node;
    newest = node;
  }

  return {
    put(key, seq, topic) {
      const known = nodes.get(key);
      if (known) {
        known.seq = seq;
        known.topic = topic;
        known.rest = undefined;
        if (known === newest) return known;
        unlink(known);
        append(known);
        return known;
      }
      if (capacity === 0) {
        floor = seq;
        return undefined;
      }
      if (nodes.size >= capacity && oldest) {
        floor = oldest.seq;
        nodes.delete(oldest.key);
        unlink(oldest);
      }
      const node: LatestNode = { key, seq, topic, rest: undefined, previous: undefined, next: undefined };
      nodes.set(key, node);
      append(node);
      return node;
    },
    after(seq) {
      let found: LatestNode | undefined;
      for (let node = newest; node && node.seq > seq; node = node.previous) found = node;
      return found;
    },
    get floor() {
      return floor;
    },
    raiseFloor(seq) {
      floor = Math.max(floor, seq);
    },
  };
}
