import { createGunzip } from 'node:zlib';
import type { MemberSink } from './tar-walk.js';

const MAGIC = Buffer.from([0x1f, 0x8b]);
/** Begins no further member, and completes none. */
const BEHIND = Buffer.from([0xff, 0xff]);

/** More came out of a compressed file than is taken. */
export class UnpacksTooLarge extends Error {
  override readonly name = 'UnpacksTooLarge';
}

export interface GunzipCheck extends MemberSink {
  /** Lets go without a verdict. */
  abandon(): void;
}

/**
 * Unpacks a compressed file without storing it: each of its members must match its own checksum, within `maxBytes`
 * together. Bytes after the last member are ignored, as by `gzip`. The library refuses them as the header of a further
 * member only after the earlier members were complete. So two such bytes follow every file, and their refusal proves
 * that the file was complete.
 */
export function createGunzipCheck(maxBytes: number): GunzipCheck {
  const gunzip = createGunzip();
  let begin = Buffer.alloc(0);
  let bytes = 0;
  let over = false;
  const isWhole = ({ code, message }: NodeJS.ErrnoException) =>
    begin.equals(MAGIC) && code === 'Z_DATA_ERROR' && message === 'incorrect header check';
  const settled = new Promise<void>((resolve, reject) => {
    gunzip.on('end', resolve);
    gunzip.on('error', (error) => (isWhole(error) ? resolve() : reject(error)));
  });
  const end = () => {
    over = true;
  };
  settled.then(end, end);
  gunzip.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) gunzip.destroy(new UnpacksTooLarge());
  });
  return {
    async write(chunk) {
      if (begin.length < MAGIC.length) begin = Buffer.concat([begin, chunk]).subarray(0, MAGIC.length);
      // Behind zeros that follow the last member the library answers no write any more.
      if (over || gunzip.write(chunk)) return;
      await Promise.race([new Promise<void>((resolve) => void gunzip.once('drain', resolve)), settled]);
    },
    async end() {
      if (!over) gunzip.end(BEHIND);
      await settled;
    },
    abandon: () => void gunzip.destroy(),
  };
}
