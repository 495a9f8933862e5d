import type { Steps } from './steps.js';

/** Members of a list or of a table from which on it is written in pieces. */
const MANY = 100;
/** Characters of one step. */
const STEP_LENGTH = 64 * 1024;
/** Depth to which long lists are searched for. */
const DEPTH = 3;

/** True when a value is worth writing in steps. It checks lists near the top only. */
export function isLong(value: unknown, depth = DEPTH): boolean {
  if (!isPlainContainer(value)) return false;
  const members = Array.isArray(value) ? value : Object.values(value);
  if (members.length > MANY) return true;
  return depth > 1 && members.some((member) => isLong(member, depth - 1));
}

/** The same text as `JSON.stringify`, in steps. */
export function* jsonSteps(value: unknown): Steps<string> {
  const writer = { pieces: [] as string[], length: 0 };
  yield* write(value, writer, DEPTH);
  return writer.pieces.join('');
}

interface Writer {
  readonly pieces: string[];
  /** Since the last step. */
  length: number;
}

function put(writer: Writer, text: string): void {
  writer.pieces.push(text);
  writer.length += text.length;
}

function* write(value: unknown, writer: Writer, depth: number): Steps<void> {
  if (!isLong(value, depth)) {
    put(writer, JSON.stringify(value) ?? 'null');
  } else if (Array.isArray(value)) {
    put(writer, '[');
    for (const [index, member] of value.entries()) {
      if (index > 0) put(writer, ',');
      yield* write(member, writer, depth - 1);
    }
    put(writer, ']');
  } else {
    put(writer, '{');
    let before = '';
    for (const [key, member] of Object.entries(value as object)) {
      if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
      put(writer, `${before}${JSON.stringify(key)}:`);
      before = ',';
      yield* write(member, writer, depth - 1);
    }
    put(writer, '}');
  }
  if (writer.length < STEP_LENGTH) return;
  writer.length = 0;
  yield;
}

/** A value with `toJSON` is left to `JSON.stringify`. */
function isPlainContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}
