// Notes of what was made of the sources: the files with their sizes and times, which another build changes, and a fingerprint of
// the sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listPackages } from '../structure/packages.mjs';
import { root } from './run.mjs';

const SHARED = [
  'tsup.base.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'pnpm-lock.yaml',
  'scripts/lib/bundles.mjs',
  'scripts/lib/declarations.mjs',
  // Help of the web UI.
  'docs/troubleshooting.md',
  'docs/de/troubleshooting.md',
];
const FOLDERS = ['src', 'build', 'public'];
const FILES = /^(package\.json|index\.html|tsconfig.*\.json|.*\.config\.ts)$/;

/** Paths below the root of every file that a build is made of. */
function inputs() {
  return listPackages().flatMap((folder) => [
    ...readdirSync(join(root, folder))
      .filter((name) => FILES.test(name))
      .map((name) => join(folder, name)),
    ...FOLDERS.map((name) => join(folder, name)).flatMap(filesBelow),
  ]);
}

/** Paths below the root of the files in a folder, without tests; none where there is no such folder. */
export function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** A digest of all sources and of what decides how they are built. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const path of [...SHARED, ...inputs().sort()]) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function stamp(path) {
  const seen = statSync(join(root, path), { throwIfNoEntry: false });
  return seen === undefined ? '' : `${seen.size} ${seen.mtimeMs}`;
}

const fileOf = (name) => join(root, `node_modules/.ccu-gateway-${name}.json`);

/** Whether the files of the note `name` are still there, and are of the sources as they are. */
export function isCurrent(name) {
  if (!existsSync(fileOf(name))) return false;
  const note = JSON.parse(readFileSync(fileOf(name), 'utf8'));
  return Object.entries(note.files).every(([path, was]) => stamp(path) === was) && note.fingerprint === fingerprint();
}

/** Notes that `paths` were made of the sources that had the fingerprint `made`. */
export function writeNote(name, made, paths) {
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  const files = Object.fromEntries(paths.map((path) => [path, stamp(path)]));
  writeFileSync(fileOf(name), JSON.stringify({ fingerprint: made, files }));
}
