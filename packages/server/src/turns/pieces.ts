import type { Awaitable } from './after.js';
import type { NextTurn } from './next-turn.js';

/** A long text in small pieces, each made when it is asked for. Bytes are UTF-8. */
export type TextPieces = Iterator<string | Uint8Array, void, void>;

/** A complete body, as text or bytes, or as parts that are sent without being copied into one. */
export type Whole = string | Uint8Array | readonly Uint8Array[];

/** Pieces of one turn: a few milliseconds' worth. */
const PIECES_PER_TURN = 250;
/** Characters or bytes of one turn, of an answer that is sent while it is made. */
const STREAMED_PER_TURN = 64 * 1024;
/** The same of one that is kept until it is whole. */
const JOINED_PER_TURN = 256 * 1024;

/** Appends the next pieces, as many as one turn takes. True when there are no more. */
function takeSlice(pieces: TextPieces, most: number, parts: Uint8Array[]): boolean {
  let text = '';
  let length = 0;
  let isLast = false;
  for (let count = 0; count < PIECES_PER_TURN && length < most; count++) {
    const next = pieces.next();
    if (next.done === true) {
      isLast = true;
      break;
    }
    const piece = next.value;
    length += piece.length;
    if (typeof piece === 'string') text += piece;
    else {
      if (text !== '') parts.push(Buffer.from(text));
      text = '';
      parts.push(piece);
    }
  }
  if (text !== '') parts.push(Buffer.from(text));
  return isLast;
}

/** Pieces as a stream, in slices, and no more than the client reads. */
export function streamOf(pieces: TextPieces, nextTurn: NextTurn): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A pull without a chunk is not repeated, so it goes on until there is one.
      for (;;) {
        const parts: Uint8Array[] = [];
        const isLast = takeSlice(pieces, STREAMED_PER_TURN, parts);
        if (parts.length > 0) controller.enqueue(Buffer.concat(parts));
        if (isLast) {
          controller.close();
          return;
        }
        await nextTurn();
        if (parts.length > 0) return;
      }
    },
    cancel() {
      pieces.return?.();
    },
  });
}

/** All pieces as the parts of one body, made in slices. Those of a text that is kept need no turns. */
export function collect(pieces: TextPieces, isKept: boolean, nextTurn: NextTurn): Awaitable<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const isWhole = takeSlice(pieces, isKept ? Number.POSITIVE_INFINITY : JOINED_PER_TURN, parts);
  return isWhole ? parts : collectRest(pieces, nextTurn, parts);
}

async function collectRest(
  pieces: TextPieces,
  nextTurn: NextTurn,
  parts: Uint8Array[],
): Promise<readonly Uint8Array[]> {
  do await nextTurn();
  while (!takeSlice(pieces, JOINED_PER_TURN, parts));
  return parts;
}
