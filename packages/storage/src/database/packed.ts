import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';

const deflateInPool = promisify(deflate);
/** Texts of an installation repeat themselves so much that the quickest level is nearly as good as the best. */
const LEVEL = { level: 3 } as const;

/** JSON, compressed away from this thread. */
export async function packLater(value: unknown): Promise<Uint8Array> {
  return deflateInPool(JSON.stringify(value), LEVEL);
}

/** JSON, compressed at once: for small pieces, and where nothing may come in between. */
export function packNow(value: unknown): Uint8Array {
  return deflateSync(JSON.stringify(value), LEVEL);
}

/** The way back; takes JSON that was never compressed as well, which begins with another byte. */
export function unpack(bytes: Uint8Array): unknown {
  const text = bytes[0] === 0x78 ? inflateSync(bytes) : Buffer.from(bytes);
  return JSON.parse(text.toString('utf8'));
}
