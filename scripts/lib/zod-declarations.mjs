// The declarations of zod beside those of `contract`: its code is built in, and an installation would have 6 MB for types alone.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './run.mjs';

const CONTRACT = 'packages/contract';
const SOURCE = join(root, CONTRACT, 'node_modules/zod');
/** Folder of the copied declarations. */
const FOLDER = join(CONTRACT, 'dist/zod/types');
const FOLDERS = ['v4/classic', 'v4/core'];
const IMPORT = /(from |import\()(['"])zod\2/g;

/** A declaration of ours that names the copy of zod; `path` is below the root. */
export function withOwnZod(path, text) {
  const inContract = relative(dirname(path), join(FOLDER, 'index.js')).replace(/^(?!\.)/, './');
  const name = path.startsWith(CONTRACT) ? inContract : '@ccu-gateway/contract/zod';
  return text.replace(IMPORT, (_whole, before, quote) => `${before}${quote}${name}${quote}`);
}

/** The declarations of zod that ours reach, with their paths below the root. English is its only language here. */
export function zodDeclarations() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(SOURCE, folder))
      .filter((file) => file.endsWith('.d.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const copied = ['index.d.ts', ...files, 'v4/locales/en.d.ts'].map((file) => ({
    path: join(FOLDER, file),
    text: readFileSync(join(SOURCE, file), 'utf8'),
  }));
  const english = "export { default as en } from './en.js';\n";
  return [...copied, { path: join(FOLDER, 'v4/locales/index.d.ts'), text: english }];
}
