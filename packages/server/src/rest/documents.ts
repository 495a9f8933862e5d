import { operationsWith, type Reply } from './operation.js';

/** The published files, as text. */
export interface Documents {
  openapi(): string;
  wsCatalogue(): string;
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
    access: 'viewer',
    tag,
    summary: 'The description of this API (OpenAPI 3.1)',
    responses: { 200: { description: 'The document' } },
    handler: (_input, { documents }) => documentReply(documents.openapi()),
  }),
  operation({
    method: 'GET',
    path: '/ws-catalogue.json',
    operationId: 'getWsCatalogue',
    access: 'viewer',
    tag,
    summary: 'The catalogue of WebSocket commands and broadcasts',
    responses: { 200: { description: 'The catalogue' } },
    handler: (_input, { documents }) => documentReply(documents.wsCatalogue()),
  }),
];

function documentReply(text: string): Reply {
  return { status: 200, raw: text, contentType: 'application/json' };
}
