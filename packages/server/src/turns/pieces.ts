import type { NextTurn } from './next-turn.js';

/** A long text in small pieces, each made when it is asked for. */
export type TextPieces = Iterator<string, void, void>;

/** Characters and pieces of one turn: a few milliseconds' worth. */
const LENGTH_PER_TURN = 64 * 1024;
const PIECES_PER_TURN = 250;

/** Pieces as a stream, in slices, and no more than the client reads. */
export function streamOf(pieces: TextPieces, nextTurn: NextTurn): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A pull without a chunk is not repeated, so it goes on until there is one.
      for (let text = ''; text === ''; ) {
        for (let count = 0; count < PIECES_PER_TURN && text.length < LENGTH_PER_TURN; count++) {
          const next = pieces.next();
          if (next.done === true) {
            if (text !== '') controller.enqueue(encoder.encode(text));
            controller.close();
            return;
          }
          text += next.value;
        }
        if (text !== '') controller.enqueue(encoder.encode(text));
        await nextTurn();
      }
    },
    cancel() {
      pieces.return?.();
    },
  });
}
