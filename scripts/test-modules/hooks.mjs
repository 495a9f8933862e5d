// How Node imports the sources in TypeScript that tests run: `./name.js` is `name.ts`, and its types are taken away.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { lazySchemasOfTests } from '../lib/lazy-schemas.mjs';

/** On Node 22.15 and later vitest adds a query to test files. */
const SOURCE = /\.ts(\?vitest=\d+)?$/;
/** What vitest puts behind the path of a test file. */
const BY_VITEST = /%3Fvitest=\d+$/;

export async function resolve(specifier, context, next) {
  const wanted = specifier.replace(BY_VITEST, '');
  return sourceOf(wanted, context.parentURL) ?? (await next(wanted, context));
}

/** The source that is written where a module is imported by the name of what the compiler would make of it. */
function sourceOf(specifier, parent = '') {
  if (!/^\.{0,2}\/.*\.js$/.test(specifier) || parent.includes('/node_modules/')) return undefined;
  const path = fileURLToPath(new URL(specifier.replace(/\.js$/, '.ts'), parent));
  return existsSync(path) ? { url: pathToFileURL(path).href, format: 'module', shortCircuit: true } : undefined;
}

export async function load(url, context, next) {
  if (!SOURCE.test(url)) return await next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}

/** The workers of a run share what they have compiled, in the folder of the run; a watching run compiles what has changed. */
const folder = join(tmpdir(), '.modules');

async function compiled(path) {
  const text = readFileSync(path, 'utf8');
  const file = join(folder, `${createHash('sha1').update(`${path}\n${text}`).digest('hex')}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { code } = await transform(lazySchemasOfTests.transform(text, path) ?? text, {
    loader: 'ts',
    format: 'esm',
    target: 'node20.19',
    // Errors name the lines of the sources.
    sourcemap: 'inline',
    sourcesContent: false,
    sourcefile: path,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  mkdirSync(folder, { recursive: true });
  // Another worker may read it at any moment.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, code);
  renameSync(own, file);
  return code;
}
