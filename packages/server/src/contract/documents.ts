import { createHash } from 'node:crypto';
import { apiOperations, wsCommands } from '../families/families.js';
import { contentEtag } from '../http/etag.js';
import { openApiSteps } from '../openapi/document.js';
import type { Document, Documents } from '../rest/documents.js';
import { finish, finishInTurns, type Steps } from '../turns/steps.js';
import { wsCatalogueSteps } from '../ws/catalogue/catalogue.js';
import { SCHEMA_DIGEST } from './digest.js';

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
  return finish(contractSteps());
}

function* contractSteps(): Steps<ContractFiles> {
  const openapi = yield* openApiSteps(apiOperations);
  const catalogue = yield* wsCatalogueSteps(wsCommands);
  return { 'openapi.json': textOf(openapi), 'ws-catalogue.json': textOf(catalogue) };
}

/** The same for serving: made on first use, in small steps because it is a lot of work for a small machine, and kept. */
export function createDocuments(): Documents {
  const make = async () => {
    const files = await finishInTurns(contractSteps());
    return {
      openapi: documentOf(files['openapi.json']),
      wsCatalogue: documentOf(files['ws-catalogue.json']),
    };
  };
  let made: ReturnType<typeof make> | undefined;
  const all = () => {
    made ??= make();
    return made;
  };
  return {
    openapi: async () => (await all()).openapi,
    wsCatalogue: async () => (await all()).wsCatalogue,
    digest: () => SCHEMA_DIGEST,
  };
}

function documentOf(text: string): Document {
  return { bytes: Buffer.from(text), etag: contentEtag([text]) };
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

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
