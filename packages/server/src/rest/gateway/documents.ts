import { matchesEtag } from '../../http/answers/etag.js';
import { type Caller, headerOf } from '../../operation/caller.js';
import { type BodilessReply, operationsWith, type RawReply } from '../../operation/operation.js';

/** A published file. Both members are made once, because each costs several milliseconds of work. */
export interface Document {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** The published files. */
export interface Documents {
  openapi(): Promise<Document>;
  wsCatalogue(): Promise<Document>;
  /** `sha256:<hex>` over both. */
  digest(): string;
}

const operation = operationsWith<{ readonly documents: Documents }>();

const tag = 'documents';

export const documentOperations = [
  operation({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    compressible: true,
    access: 'viewer',
    tag,
    summary: 'The description of this API (OpenAPI 3.1)',
    responses: {
      200: { description: 'The document', contentTypes: ['application/json'] },
      304: { description: 'Same as `If-None-Match`' },
    },
    handler: async ({ caller }, { documents }) => documentReply(caller, await documents.openapi()),
  }),
  operation({
    method: 'GET',
    path: '/ws-catalogue.json',
    operationId: 'getWsCatalogue',
    access: 'viewer',
    tag,
    summary: 'The catalogue of WebSocket commands and broadcasts',
    responses: {
      200: { description: 'The catalogue', contentTypes: ['application/json'] },
      304: { description: 'Same as `If-None-Match`' },
    },
    handler: async ({ caller }, { documents }) => documentReply(caller, await documents.wsCatalogue()),
  }),
];

function documentReply(caller: Caller, { bytes, etag }: Document): RawReply | BodilessReply<304> {
  if (matchesEtag(headerOf(caller, 'if-none-match'), etag)) return { status: 304, headers: { etag } };
  return { status: 200, raw: bytes, contentType: 'application/json', headers: { etag } };
}
