import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { apiOperations, wsCommands } from '../families/families.js';
import { openApiDocument } from '../openapi/document.js';
import { wsCatalogue } from '../ws/catalogue/catalogue.js';

/** The published files of the contract, by name: JSON with two spaces of indentation and a newline at the end. */
export interface ContractFiles {
  readonly 'openapi.json': string;
  readonly 'ws-catalogue.json': string;
}

/**
 * The two published files of this build, by name. Pure: it needs no running gateway.
 *
 * @example
 * const { paths } = JSON.parse(contractFiles()['openapi.json']);
 */
export function contractFiles(): ContractFiles {
  return {
    'openapi.json': textOf(openApiDocument(apiOperations)),
    'ws-catalogue.json': textOf(wsCatalogue(wsCommands)),
  };
}

/** `sha256:` over one line pair for each file, in order of their names: the name, then the hash of the content. */
export function digestOf(files: Readonly<Record<string, string>>): string {
  const lines = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${name}\n${createHash('sha256').update(text).digest('hex')}\n`);
  return `sha256:${createHash('sha256').update(lines.join('')).digest('hex')}`;
}

/**
 * The source file that holds the digest of these published files.
 *
 * @example
 * writeFileSync('packages/server/src/contract/digest.ts', digestFile(contractFiles()));
 */
export function digestFile(files: ContractFiles): string {
  return `// Written by \`pnpm contract\`; a test fails when it is stale.

/** The digest of the two published files of this build: made ahead, because making the files takes half a second. */
export const SCHEMA_DIGEST = '${digestOf({ ...files })}';
`;
}

/**
 * The source file that holds these published files, compressed.
 *
 * @example
 * writeFileSync('packages/server/src/contract/shipped.ts', shippedFile(contractFiles()));
 */
export function shippedFile(files: ContractFiles): string {
  return `// Written by \`pnpm contract\`; a test fails when it is stale.

/** \`openapi.json\` of this build: brotli in base64. No request makes it, because that takes half a second. */
export const OPENAPI =
  '${packed(files['openapi.json'])}';

/** \`ws-catalogue.json\` of this build, likewise. */
export const WS_CATALOGUE =
  '${packed(files['ws-catalogue.json'])}';
`;
}

function packed(text: string): string {
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return brotliCompressSync(text, { params }).toString('base64');
}

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
