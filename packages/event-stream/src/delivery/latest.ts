import type { TopicRecord } from '../topic/table.js';

/** The newest event of one key. */
export interface LatestNode {
  readonly key: string;
  seq: number;
  topic: TopicRecord;
  /** Undefined when the frame comes from a log: `payload` is then everything that follows its topic. */
  type: string | undefined;
  unixMs: number;
  /** As JSON text. */
  payload: string;
  previous?: LatestNode;
  next?: LatestNode;
}

/** Newest event of every key in order of change, so that the changes since a number are a walk over just those. */
export interface Latest {
  put(key: string, seq: number, topic: TopicRecord, type: string | undefined, unixMs: number, payload: string): void;
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
    put(key, seq, topic, type, unixMs, payload) {
      const known = nodes.get(key);
      if (known) {
        known.seq = seq;
        known.topic = topic;
        known.type = type;
        known.unixMs = unixMs;
        known.payload = payload;
        if (known === newest) return;
        unlink(known);
        append(known);
        return;
      }
      if (capacity === 0) {
        floor = seq;
        return;
      }
      if (nodes.size >= capacity && oldest) {
        floor = oldest.seq;
        nodes.delete(oldest.key);
        unlink(oldest);
      }
      const node: LatestNode = { key, seq, topic, type, unixMs, payload, previous: undefined, next: undefined };
      nodes.set(key, node);
      append(node);
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
