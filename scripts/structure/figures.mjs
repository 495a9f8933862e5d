// Figures about the structure of the sources, each with its goal. None is checked: they show where to simplify next.
import { posix } from 'node:path';
import ts from 'typescript';
import { findFullFolders } from './folder-sizes.mjs';
import { findLongFunctions } from './long-functions.mjs';

/** Lines of a fragment that could be part of the only file that imports it. */
const FRAGMENT_LINES = 40;
const LONG_FUNCTION = 74;

const folderOf = (path) => posix.dirname(path);
const linesOf = (text) => text.split('\n').length - 1;

/** The files of the same package that import each file. */
export function findImporters(files) {
  const known = new Set(files.map(({ path }) => path));
  const importers = new Map(files.map(({ path }) => [path, new Set()]));
  for (const { path, text } of files) {
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const target = posix.join(folderOf(path), fileName);
      const module = target.replace(/\.js$/, '');
      const found = [target, `${module}.ts`, `${module}.tsx`].find((candidate) => known.has(candidate));
      if (found !== undefined) importers.get(found).add(path);
    }
  }
  return importers;
}

/** Short files in the folder of the only file that imports them. */
export function findFragments(files) {
  const importers = findImporters(files);
  return files
    .filter(({ path, text }) => {
      const [only, ...others] = importers.get(path);
      return (
        only !== undefined &&
        others.length === 0 &&
        linesOf(text) <= FRAGMENT_LINES &&
        folderOf(only) === folderOf(path)
      );
    })
    .map(({ path }) => path);
}

/** `[name, figure, goal]` of source files (`path`, `text`) and counted papers; a figure without a goal has none. */
export function readFigures(files, { adrs, fleetNames }) {
  const filesIn = (folder) => files.filter(({ path }) => folderOf(path) === folder).length;
  const importers = [...findImporters(files).values()];
  const single = importers.filter((each) => each.size === 1).length;
  const alone = files.find(({ path }) => path === 'apps/daemon/src/site/alone.ts');
  return [
    ['source files', files.length],
    ['lines of sources', files.reduce((sum, { text }) => sum + linesOf(text), 0)],
    ['files outside the fleet that name it', fleetNames, 6],
    ['lines of site/alone.ts', alone === undefined ? 0 : linesOf(alone.text), 60],
    ['files in ccu-client/connection', filesIn('packages/ccu-client/src/connection'), 15],
    ['files in ccu-client/write', filesIn('packages/ccu-client/src/write'), 10],
    ['folders with more files than allowed', findFullFolders(files).length, 0],
    ['percent of files with one importer', Math.round((100 * single) / Math.max(1, files.length))],
    [`files of at most ${FRAGMENT_LINES} lines beside their only importer`, findFragments(files).length],
    [
      `functions of more than ${LONG_FUNCTION} lines`,
      files.flatMap(({ path, text }) => findLongFunctions(text, { path, longest: LONG_FUNCTION })).length,
      0,
    ],
    ['decision records', adrs, 40],
  ];
}
