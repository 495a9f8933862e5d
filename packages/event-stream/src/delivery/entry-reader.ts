import { defaultByteStore } from '../model/environment.js';
import type { StreamEvent } from '../model/event.js';
import type { Entry } from './ring.js';

/** Newest events that are kept as objects: the readers of a turn take the same ones one after the other. */
const KEPT = 64;
/** A longer text is parsed for each reader, which bounds the memory of kept objects. */
const LONGEST_KEPT_BYTES = 4_096;

const store = defaultByteStore();

/** The members of the frame, read back from its text: they cannot have changed since they were published. */
export function parseEntry({ slab, start, head, length }: Entry): StreamEvent {
  return JSON.parse(store.read(slab, start + head, start + length)) as StreamEvent;
}

/**
 * Makes the function that parses the text of an event once for all readers in the process. They share the object, which is
 * frozen with everything in it.
 */
export function createEntryReader(): (entry: Entry) => StreamEvent {
  const positions = new Float64Array(KEPT).fill(-1);
  const events: StreamEvent[] = [];
  return (entry) => {
    const slot = entry.position % KEPT;
    if (positions[slot] === entry.position) return events[slot] as StreamEvent;
    const event = frozen(parseEntry(entry));
    if (entry.length <= LONGEST_KEPT_BYTES) {
      positions[slot] = entry.position;
      events[slot] = event;
    }
    return event;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const key in value) {
    const member = value[key];
    if (typeof member === 'object') frozen(member);
  }
  return Object.freeze(value);
}
