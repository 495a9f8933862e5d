import type { NextTurn } from './next-turn.js';

/** A long text in small pieces, each made when it is asked for. Bytes are UTF-8. */
export type TextPieces = Iterator<string | Uint8Array, void, void>;

/** Bytes and pieces of one turn: a few milliseconds' worth. */
const BYTES_PER_TURN = 64 * 1024;
const PIECES_PER_TURN = 250;

interface Slice {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** The next pieces, as many as one turn takes. */
function nextSlice(pieces: TextPieces, mostBytes: number): Slice {
  const parts: Uint8Array[] = [];
  let text = '';
  let length = 0;
  const flush = () => {
    if (text !== '') parts.push(Buffer.from(text));
    text = '';
  };
  for (let count = 0; count < PIECES_PER_TURN && length < mostBytes; count++) {
    const next = pieces.next();
    if (next.done === true) {
      flush();
      return { bytes: whole(parts), isLast: true };
    }
    if (typeof next.value === 'string') text += next.value;
    else {
      flush();
      parts.push(next.value);
    }
    length += next.value.length;
  }
  flush();
  return { bytes: whole(parts), isLast: false };
}

const whole = (parts: readonly Uint8Array[]): Uint8Array => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));

/** Pieces as a stream, in slices, and no more than the client reads. */
export function streamOf(pieces: TextPieces, nextTurn: NextTurn): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A pull without a chunk is not repeated, so it goes on until there is one.
      for (;;) {
        const { bytes, isLast } = nextSlice(pieces, BYTES_PER_TURN);
        if (bytes.length > 0) controller.enqueue(bytes);
        if (isLast) {
          controller.close();
          return;
        }
        await nextTurn();
        if (bytes.length > 0) return;
      }
    },
    cancel() {
      pieces.return?.();
    },
  });
}

/** Pieces as one body, with a turn for others after each `PIECES_PER_TURN` of them. */
export async function join(pieces: TextPieces, nextTurn: NextTurn): Promise<Uint8Array> {
  const slices: Uint8Array[] = [];
  for (;;) {
    const { bytes, isLast } = nextSlice(pieces, Number.POSITIVE_INFINITY);
    slices.push(bytes);
    if (isLast) return whole(slices);
    await nextTurn();
  }
}
