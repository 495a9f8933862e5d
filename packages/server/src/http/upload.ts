import { GatewayError } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import type { BodySource } from './body.js';

/** A file on its way in. Its content is read once, as fast as its reader wants. */
export interface Upload {
  /** As the sender called it; empty when it did not. */
  readonly filename: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Type of the body of operations of the kind `upload`. */
export const upload = z.custom<Upload>();

const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i;
const MAX_HEADERS = 8 * 1024;
const CRLF = Buffer.from('\r\n');
const EMPTY_LINE = Buffer.from('\r\n\r\n');

/** The part `file` of a multipart form, or the body itself when it comes as plain bytes. */
export async function readUpload(source: BodySource, mediaType: string, contentType: string): Promise<Upload> {
  if (source.body === null) throw malformed('There is no body');
  if (mediaType === 'application/octet-stream') return { filename: '', content: source.body };
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (mediaType !== 'multipart/form-data' || boundary === undefined) {
    throw new GatewayError('unsupported_media_type', 'This operation takes multipart/form-data', {
      reason: 'unsupported_media_type',
    });
  }
  return filePart(source.body, Buffer.from(`\r\n--${boundary}`));
}

async function filePart(body: ReadableStream<Uint8Array>, delimiter: Buffer): Promise<Upload> {
  // The first delimiter stands at the very beginning, without the line end that comes before all others.
  const scanner = createScanner(body, CRLF);
  for await (const _ of scanner.until(delimiter)) {
    // What stands before the first part means nothing.
  }
  for (;;) {
    const headers = await collect(scanner.until(EMPTY_LINE));
    if (headers.startsWith('--')) throw malformed('The form has no part named file');
    if (/^content-disposition:[^\r\n]*;\s*name="file"/im.test(headers)) {
      const filename = /^content-disposition:[^\r\n]*;\s*filename="([^"\r\n]{0,255})"/im.exec(headers)?.[1] ?? '';
      return { filename, content: scanner.until(delimiter) };
    }
    for await (const _ of scanner.until(delimiter)) {
      // Another field of the form.
    }
  }
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.byteLength;
    if (size > MAX_HEADERS) throw malformed('The headers of a part are too long');
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Hands out what comes before a mark and goes on after it. @throws GatewayError when the mark never comes */
function createScanner(body: ReadableStream<Uint8Array>, head: Buffer) {
  const reader = body.getReader();
  let buffer: Buffer = head;

  return {
    async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const found = buffer.indexOf(mark);
        if (found >= 0) {
          const before = buffer.subarray(0, found);
          buffer = buffer.subarray(found + mark.length);
          if (before.length > 0) yield before;
          return;
        }
        // The mark may have begun in what came last.
        const safe = buffer.length - mark.length + 1;
        if (safe > 0) {
          const before = buffer.subarray(0, safe);
          buffer = buffer.subarray(safe);
          yield before;
        }
        const { done, value } = await reader.read();
        // The last headers end with the body where nothing follows the closing delimiter.
        if (done) {
          if (mark === EMPTY_LINE && buffer.toString('latin1').startsWith('--')) {
            yield buffer;
            return;
          }
          throw malformed('The form ends too early');
        }
        buffer = Buffer.concat([buffer, value]);
      }
    },
  };
}

function malformed(message: string): GatewayError {
  return new GatewayError('bad_request', message, { reason: 'upload_malformed' });
}
