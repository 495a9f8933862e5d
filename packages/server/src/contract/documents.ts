import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { contentEtag } from '../http/answers/etag.js';
import type { Document, Documents } from '../rest/gateway/documents.js';
import { SCHEMA_DIGEST } from './digest.js';
import { OPENAPI, WS_CATALOGUE } from './shipped.js';

const unpack = promisify(brotliDecompress);

/** The published files of this build for serving: unpacked on first use, outside the event loop, and kept. */
export function createDocuments(): Documents {
  return { openapi: kept(OPENAPI), wsCatalogue: kept(WS_CATALOGUE), digest: () => SCHEMA_DIGEST };
}

function kept(packed: string): () => Promise<Document> {
  let document: Promise<Document> | undefined;
  return () => {
    document ??= documentOf(packed);
    return document;
  };
}

async function documentOf(packed: string): Promise<Document> {
  const bytes = await unpack(Buffer.from(packed, 'base64'));
  return { bytes, etag: contentEtag([bytes]) };
}
