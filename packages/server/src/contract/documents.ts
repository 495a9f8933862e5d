import { createHash } from 'node:crypto';
import { openApiDocument } from '../openapi/document.js';
import type { Documents } from '../rest/documents.js';
import { apiOperations } from '../rest/families.js';
import { wsCatalogue } from '../ws/catalogue.js';
import { wsCommands } from '../ws/families.js';

/** The two published files of this build, by name. Pure: it needs no running gateway. */
export function contractFiles(): { readonly 'openapi.json': string; readonly 'ws-catalogue.json': string } {
  return {
    'openapi.json': textOf(openApiDocument(apiOperations)),
    'ws-catalogue.json': textOf(wsCatalogue(wsCommands)),
  };
}

/** The same for serving: made on first use and kept. */
export function createDocuments(): Documents {
  let files: ReturnType<typeof contractFiles> | undefined;
  let digest: string | undefined;
  const all = () => {
    files ??= contractFiles();
    return files;
  };
  return {
    openapi: () => all()['openapi.json'],
    wsCatalogue: () => all()['ws-catalogue.json'],
    digest: () => {
      digest ??= digestOf(all());
      return digest;
    },
  };
}

/** `sha256:` over one line pair for each file, in order of their names: the name, then the hash of the content. */
export function digestOf(files: Readonly<Record<string, string>>): string {
  const lines = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `${name}\n${createHash('sha256').update(text).digest('hex')}\n`);
  return `sha256:${createHash('sha256').update(lines.join('')).digest('hex')}`;
}

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
