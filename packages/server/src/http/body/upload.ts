import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type * as Forms from '@fastify/busboy';
import { z } from 'zod';
import type { BodySource } from './body.js';

/** An incoming file. Its content is read once, at the pace of its reader. */
export interface Upload {
  /** As the sender called it; empty when it did not. */
  readonly filename: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Type of the body of operations of the kind `upload`. */
export const upload = z.custom<Upload>();

/** A form carries one file and little beside it; anything beyond is dropped and never held. */
const LIMITS = {
  files: 1,
  fields: 16,
  fieldSize: 1024,
  fieldNameSize: 100,
  parts: 16,
  headerPairs: 16,
  headerSize: 8 * 1024,
};
const MAX_FILENAME = 255;

/** Loaded with the first form. Not imported: Node keeps 7 MB for the reader of the exports of CommonJS packages. */
const forms = (): typeof Forms => createRequire(import.meta.url)('@fastify/busboy') as typeof Forms;

/** The part `file` of a multipart form, or the body itself when it comes as plain bytes. */
export async function readUpload(source: BodySource, mediaType: string, contentType: string): Promise<Upload> {
  if (source.body === null) throw malformed('There is no body');
  if (mediaType === 'application/octet-stream') return { filename: '', content: source.body };
  if (mediaType !== 'multipart/form-data') throw otherType();
  return filePart(source.body, contentType);
}

function filePart(body: ReadableStream<Uint8Array>, contentType: string): Promise<Upload> {
  const form = formReader(contentType);
  let part: Readable | undefined;
  return new Promise<Upload>((resolve, reject) => {
    form.on('file', (_name: string, file: Readable, filename: string | undefined) => {
      part = file;
      // It may fail before it is read.
      file.on('error', () => form.destroy());
      // A reader that stops early lets go of the whole body.
      file.once('close', () => {
        if (!file.readableEnded) form.destroy();
      });
      resolve({ filename: (filename ?? '').slice(0, MAX_FILENAME), content: contentOf(file) });
    });
    pipeline(Readable.fromWeb(body), form).then(
      () => reject(malformed('The form has no part named file')),
      (error: Error) => {
        part?.destroy(error);
        reject(malformed('The form cannot be read to its end'));
      },
    );
  });
}

async function* contentOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw malformed('The form cannot be read to its end');
  }
}

function formReader(contentType: string): Forms.BusboyInstance {
  const { Busboy } = forms();
  try {
    const form = new Busboy({
      headers: { 'content-type': contentType },
      limits: LIMITS,
      isPartAFile: (name) => name === 'file',
    });
    keepFlowing(form);
    return form;
  } catch {
    // The library refuses a form that names no boundary.
    throw otherType();
  }
}

/** As much of a part as decides whether its bytes are handed on at once. */
interface Part extends Readable {
  readonly _readableState: { sync: boolean };
}

/**
 * The library resumes a part that it leaves out, and waits for ever where such a part is longer than the buffer of its
 * stream. With a listener the bytes are dropped as they come. Its parser is not published.
 */
function keepFlowing(form: Forms.BusboyInstance): void {
  const { _parser } = form as unknown as { readonly _parser: { readonly parser: Readable } };
  _parser.parser.on('part', (part: Part) => {
    part._readableState.sync = false;
    part.on('data', () => {});
  });
}

function otherType(): GatewayError {
  return new GatewayError('unsupported_media_type', 'This operation takes multipart/form-data', {
    reason: 'unsupported_media_type',
  });
}

function malformed(message: string): GatewayError {
  return new GatewayError('bad_request', message, { reason: 'upload_malformed' });
}
