import type { NextTurn } from './next-turn.js';

/** Chunks as a stream: the next one is made once the client reads, and none after it left. */
export function streamOfChunks(
  chunks: AsyncIterable<string | Uint8Array>,
  nextTurn: NextTurn,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) {
          controller.close();
          return;
        }
        controller.enqueue(typeof next.value === 'string' ? Buffer.from(next.value) : next.value);
        await nextTurn();
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
