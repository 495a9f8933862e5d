import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Whole } from '../../turns/pieces.js';
import type { Answer } from './answer.js';
import { encodingFor } from './assets.js';
import { byteLengthOf } from './write.js';

/** Of less, the work is worth more than the bytes. */
const SMALLEST_BYTES = 8 * 1024;
/** The best quality that costs no more time than sending: a snapshot of 11 MB becomes 120 KB. */
const BROTLI_QUALITY = 4;
/** 1 MiB instead of 4 MiB for each answer that is under way. */
const BROTLI_WINDOW_BITS = 20;
const GZIP_LEVEL = 4;

/**
 * The answer of a compressible operation as this caller takes it. Compressed in threads of their own, piece by piece as it is
 * made and read. Its validators are weak, so they stay.
 */
export function compressed(answer: Answer, acceptEncoding: string | undefined): Answer {
  const { status, body } = answer;
  const vary = answer.headers.vary === undefined ? 'Accept-Encoding' : `${answer.headers.vary}, Accept-Encoding`;
  // Written into a copy: the engine makes a hidden class for each object with members after a spread.
  const varied: Record<string, string> = { ...answer.headers };
  varied.vary = vary;
  const varying: Answer = { status, headers: varied, cookies: answer.cookies, body };
  if (status !== 200 || body === null || isSmall(body)) return varying;
  const encoding = encodingFor(acceptEncoding, { encodings: ['br', 'gzip'] });
  if (encoding === 'identity') return varying;
  const { 'content-length': _, ...headers } = varying.headers;
  return { ...varying, headers: { ...headers, 'content-encoding': encoding }, body: through(coderFor(encoding), body) };
}

function isSmall(body: NonNullable<Answer['body']>): boolean {
  return !(body instanceof ReadableStream) && byteLengthOf(body) < SMALLEST_BYTES;
}

const partsOf = (body: Whole): readonly Uint8Array[] =>
  typeof body === 'string' ? [Buffer.from(body)] : body instanceof Uint8Array ? [body] : body;

function coderFor(encoding: 'br' | 'gzip'): Transform {
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL });
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    },
  });
}

/** A caller that stops reading stops the source; a source that fails ends the answer in its middle. */
function through(coder: Transform, body: NonNullable<Answer['body']>): ReadableStream<Uint8Array> {
  const source = body instanceof ReadableStream ? Readable.fromWeb(body as never) : Readable.from(partsOf(body));
  // The streams report a failure to both ends.
  pipeline(source, coder, () => {});
  return Readable.toWeb(coder) as ReadableStream<Uint8Array>;
}
