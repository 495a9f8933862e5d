// What packages of npm bring and no program loads.
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Of npm itself: what it installed from where on the machine that builds, and names of programs for a shell. */
const OF_NPM = ['.package-lock.json', '.bin'];
/** At the top of a package. */
const FOLDERS = /^(test|tests|bench|benchmarks?|docs|examples?|\.github|\.husky)$/;
/** Sources, declarations, maps and texts. */
const FILES = /\.(map|[cm]?ts|md)$/;
/** Belong to every copy. */
const TERMS = /licen[cs]e|notice|copying|third-party/i;
/** Most of the bytes of the Matter library: it is loaded as ES modules. */
const MATTER = ['src', 'dist/cjs', 'build'];

/** Takes it away from an installation, whose `node_modules` it is given. */
export function removeUnused(modules) {
  for (const name of OF_NPM) remove(join(modules, name));
  for (const folder of packagesIn(modules)) {
    for (const name of readdirSync(folder)) if (FOLDERS.test(name)) remove(join(folder, name));
    removeFiles(folder);
  }
  const matter = join(modules, '@matter');
  for (const name of readdirSync(matter)) for (const part of MATTER) remove(join(matter, name, part));
}

const remove = (path) => rmSync(path, { recursive: true, force: true });

function packagesIn(modules) {
  const names = readdirSync(modules);
  const scopes = names.filter((name) => name.startsWith('@'));
  const scoped = scopes.flatMap((scope) => readdirSync(join(modules, scope)).map((name) => join(modules, scope, name)));
  return [...names.filter((name) => !name.startsWith('@')).map((name) => join(modules, name)), ...scoped];
}

/** Folders that are empty afterwards go too. */
function removeFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeFiles(path);
    else if (FILES.test(entry.name) && !TERMS.test(entry.name)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
