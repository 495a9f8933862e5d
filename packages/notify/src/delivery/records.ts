import type { Memory } from '../rules/engine.js';
import type { Message } from '../rules/message.js';

/** State that outlives the process: the position in the event stream, the memory of the rules, and the waiting messages. */
export interface Kept {
  readonly epoch: string;
  readonly seq: number;
  readonly memory: Memory;
  /** Time up to which ended firmware updates are known, in milliseconds since the Unix epoch. */
  readonly updatesUntil?: number;
  /** By name of the channel, oldest first. */
  readonly waiting: Readonly<Record<string, readonly Message[]>>;
}

/** Stored state; undefined without any, and for a text that this package does not store. */
export function readKept(text: string | undefined): Kept | undefined {
  try {
    const kept: unknown = text === undefined ? undefined : JSON.parse(text);
    return isKept(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

const tables = ['matters', 'days', 'bursts', 'digests'];

function isKept(kept: unknown): kept is Kept {
  const { epoch, seq, memory, waiting } = Object(kept) as Record<keyof Kept, unknown>;
  const isMemory = tables.every((table) => isTable(Reflect.get(Object(memory), table)));
  const areMessages = isTable(waiting) && Object.values(waiting).every((each) => Array.isArray(each));
  return typeof epoch === 'string' && Number.isSafeInteger(seq) && isMemory && areMessages;
}

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
