import type { IncomingMessage } from 'node:http';
import { turn } from '../time/system.js';
import { decodeXmlRpcCall, decodeXmlRpcCallInSlices, type RpcCall } from '../wire/codecs/index.js';

/** Outcome of reading a body. One of the three is called, once. */
interface BodyOutcome {
  tooLarge(): void;
  call(call: RpcCall, body: Buffer): void;
  unreadable(error: unknown): void;
}

/** Reads the bodies of calls. */
export interface BodyReader {
  read(incoming: IncomingMessage, outcome: BodyOutcome): void;
}

/** Above this a body is read in slices, and one at a time. */
const AT_ONCE_BYTES = 32 * 1024;
/** The longest text in a call; values, names and descriptions have some kilobytes at most. */
const MAX_TEXT = 1024 * 1024;

export function createBodyReader(bounds: { readonly maxBodyBytes: number; readonly maxHeldBytes: number }): BodyReader {
  const { maxBodyBytes, maxHeldBytes } = bounds;
  let held = 0;
  let reading: Promise<void> = Promise.resolve();

  function decode(contentType: string, body: Buffer, outcome: BodyOutcome): Promise<void> | undefined {
    const options = { contentType, maxBytes: maxBodyBytes, maxTextLength: MAX_TEXT };
    if (body.length > AT_ONCE_BYTES) {
      reading = reading
        .then(() => decodeXmlRpcCallInSlices(body, turn, options))
        .then((call) => outcome.call(call, body), outcome.unreadable)
        .catch(() => undefined);
      return reading;
    }
    let call: RpcCall;
    try {
      call = decodeXmlRpcCall(body, options);
    } catch (error) {
      outcome.unreadable(error);
      return undefined;
    }
    outcome.call(call, body);
    return undefined;
  }

  return {
    read(incoming, outcome) {
      let chunks: Buffer[] = [];
      let received = 0;
      let isOver = false;
      const release = () => {
        held -= received;
        received = 0;
        chunks = [];
      };
      const give = () => {
        isOver = true;
        release();
      };
      if (Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes) {
        isOver = true;
        outcome.tooLarge();
        return;
      }
      incoming.on('close', () => {
        if (!isOver) give();
      });
      incoming.on('data', (chunk: Buffer) => {
        if (isOver) return;
        received += chunk.length;
        held += chunk.length;
        chunks.push(chunk);
        if (received <= maxBodyBytes && held <= maxHeldBytes) return;
        give();
        outcome.tooLarge();
      });
      incoming.on('end', () => {
        if (isOver) return;
        isOver = true;
        const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
        const done = decode(incoming.headers['content-type'] ?? '', body, outcome);
        if (done === undefined) release();
        else void done.then(release);
      });
    },
  };
}
