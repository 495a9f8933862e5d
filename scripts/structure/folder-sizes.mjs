// Folders with more source files than a reader takes in.
import { posix } from 'node:path';

const MOST_FILES = 25;

/** Number of the files directly in each folder. */
function countFiles(files) {
  const counts = new Map();
  for (const { path } of files) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** The folders that have too many files, each with its number of files. */
export function findFullFolders(files) {
  return [...countFiles(files)].filter(([, count]) => count > MOST_FILES);
}

/** What is wrong with the folders of these files. */
export function checkFolderSizes(files) {
  return findFullFolders(files).map(
    ([folder, count]) =>
      `${folder} has ${count} source files; a folder has at most ${MOST_FILES}: move those of one subject to a folder below it`,
  );
}
