import { WireError } from '../encoding/errors.js';
import { asBuffer } from '../encoding/text.js';

/** Cuts one TCP stream into BIN-RPC messages. It keeps an incomplete one. */
export interface BinRpcSplitter {
  /**
   * Takes bytes as TCP delivers them, returns the messages that are now whole.
   *
   * @throws WireError `not_rpc` or `too_large`; then the connection cannot be used any more
   */
  push(chunk: Uint8Array): readonly Buffer[];
}

/**
 * Creates a splitter for one TCP stream, however the messages were split or joined on the way. `maxBytes` bounds one
 * message, its header included; default 64 MiB.
 *
 * @example
 * const splitter = createBinRpcSplitter();
 * socket.on('data', (chunk) => {
 *   for (const message of splitter.push(chunk)) console.log(decodeBinRpc(message));
 * });
 */
export function createBinRpcSplitter(options: { readonly maxBytes?: number } = {}): BinRpcSplitter {
  const maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
  let chunks: Buffer[] = [];
  let buffered = 0;
  /** Bytes the current message needs before it is worth joining the chunks again. */
  let wanted = 8;

  return {
    push: (chunk) => {
      chunks.push(asBuffer(chunk));
      buffered += chunk.byteLength;
      checkMagic(chunks[0]!);
      if (buffered < wanted) return [];
      const messages: Buffer[] = [];
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      let at = 0;
      wanted = 8;
      while (all.length - at >= 8) {
        checkMagic(all.subarray(at));
        const length = 8 + all.readUInt32BE(at + 4);
        if (length > maxBytes) throw new WireError('too_large', `the message is larger than ${maxBytes} bytes`);
        if (all.length - at < length) {
          wanted = length;
          break;
        }
        messages.push(all.subarray(at, at + length));
        at += length;
      }
      const rest = all.subarray(at);
      chunks = rest.length === 0 ? [] : [rest];
      buffered = rest.length;
      return messages;
    },
  };
}

function checkMagic(start: Buffer): void {
  const seen = Math.min(3, start.length);
  if (start.toString('latin1', 0, seen) !== 'Bin'.slice(0, seen)) {
    throw new WireError('not_rpc', 'the stream is not BIN-RPC');
  }
}
