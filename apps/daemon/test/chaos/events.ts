import { createHash } from 'node:crypto';
import { eventOf, writeOf } from './ccu.js';

// biome-ignore lint/suspicious/noExplicitAny: what a gateway says is looked at as it comes
type Payload = any;

/** Which event of a CCU this shows; undefined where it shows none. */
export function eventIn(type: string, { central, parameter, value }: Payload): string | undefined {
  const says = type === 'datapoint.value_changed' && parameter === 'ACTUAL_TEMPERATURE';
  return says && typeof value === 'number' ? eventOf(central, value) : undefined;
}

/** Which write this shows the end of, and how it ended. */
export function writeShownIn(type: string, payload: Payload): { write: string; outcome: string } | undefined {
  if (payload.parameter !== 'SET_POINT_TEMPERATURE') return undefined;
  const isRolledBack = type === 'datapoint.optimistic_rolled_back';
  if (!isRolledBack && type !== 'datapoint.value_changed') return undefined;
  const value = isRolledBack ? payload.sent : payload.value;
  if (typeof value !== 'number') return undefined;
  return { write: writeOf(payload.central, value), outcome: isRolledBack ? 'rolled_back' : 'confirmed' };
}

/** Short for what a payload says. */
export const digestOf = (payload: Payload): string =>
  createHash('sha1').update(JSON.stringify(payload)).digest('base64url').slice(0, 12);

/** A frame, and its payload in short. */
export interface ReadFrame {
  readonly frame: Payload;
  readonly body: string;
}

const REMEMBERED = 4_096;

/** Reads frames; what several clients are given is read once. */
export function createFrameReader(): (text: string) => ReadFrame {
  const known = new Map<string, ReadFrame>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const frame = JSON.parse(text);
    const read = { frame, body: frame.op === undefined ? digestOf(frame.payload) : '' };
    known.set(text, read);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return read;
  };
}
