// What the checks of the structure look at: the packages and their source files. Tests, benchmarks and test suites for
// other packages (`testing/`) are not part of the product.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';

const isTest = (file) => /\.test\.tsx?$|(^|\/)testing\//.test(file);

/** Folders of all packages, for example `packages/auth-core`. */
export function listPackages(from = root) {
  return ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(from, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(from, folder, 'src')));
}

/** Source files of a package, by their path in `src`, with their text. */
export function readSources(folder, from = root) {
  const src = join(from, folder, 'src');
  return readdirSync(src, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }));
}

/** The source files behind the entries of a package (`exports` of its package.json). */
export function listEntries(folder, from = root) {
  const { exports = {} } = JSON.parse(readFileSync(join(from, folder, 'package.json'), 'utf8'));
  return Object.values(exports)
    .flatMap((entry) => (typeof entry === 'object' ? [entry['@ccu-gateway/source']] : []))
    .map((file) => join(from, folder, file));
}
