import type { ServerResponse } from 'node:http';
import type { Awaitable } from '../../turns/after.js';
import type { Whole } from '../../turns/pieces.js';
import type { Answer } from './answer.js';

/** Writes an answer to Node's response; of a stream, resolves when all of it was handed over or the client went away. */
export function writeAnswer(answer: Answer, outgoing: ServerResponse): Awaitable<void> {
  if (!(answer.body instanceof ReadableStream)) return writeWhole(answer as WholeAnswer, outgoing);
  writeHead(answer, outgoing);
  return writeStream(answer.body, outgoing);
}

/** An answer that is complete. */
export type WholeAnswer = Answer & { readonly body: Exclude<Answer['body'], ReadableStream> };

export function writeWhole(answer: WholeAnswer, outgoing: ServerResponse): void {
  writeHead(answer, outgoing);
  const { body } = answer;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    outgoing.end(body);
    return;
  }
  // Node hands everything that is written in one turn to the system at once.
  for (const part of body ?? []) outgoing.write(part);
  outgoing.end();
}

export function byteLengthOf(body: Whole): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : body.reduce((sum, part) => sum + part.byteLength, 0);
}

function writeHead({ status, headers, cookies }: Answer, outgoing: ServerResponse): void {
  outgoing.writeHead(status, cookies.length === 0 ? headers : { ...headers, 'set-cookie': [...cookies] });
}

/** No more than the client takes. A client that goes cancels the stream; a stream that fails ends the answer in its middle. */
async function writeStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  // The first chunk of an event stream may be long in coming.
  outgoing.flushHeaders();
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  outgoing.once('close', cancel);
  if (outgoing.destroyed) cancel();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (!outgoing.write(chunk.value)) await drained(outgoing);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) {
      resolve();
      return;
    }
    const go = () => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.on('drain', go).on('close', go);
  });
}
