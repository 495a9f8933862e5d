import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { readHelp } from './read-help.js';

/**
 * Imports of Markdown give the document that was read from it, so that neither Markdown nor its parser is part of the app. `folder` has
 * the documents.
 */
export function helpDocuments(folder: string): Plugin {
  return {
    name: 'help-documents',
    enforce: 'pre',
    load: {
      filter: { id: /\.md$/ },
      handler(id) {
        const path = relative(folder, id).replaceAll('\\', '/');
        const read = readHelp(path, readFileSync(id, 'utf8'));
        return { code: `export const helpDocument = ${JSON.stringify(read)};`, moduleType: 'js' };
      },
    },
  };
}
