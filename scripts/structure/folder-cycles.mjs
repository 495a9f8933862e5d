// Cycles between the folders of a package. Files that stand in `src` itself are a folder too; imports of types count.
import { posix } from 'node:path';
import ts from 'typescript';

/** Which folder imports from which: a map of folder to folder to one import as an example. */
function folderImports(sources) {
  const imports = new Map();
  for (const { file, text } of sources) {
    const from = posix.dirname(file);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const target = posix.join(from, fileName);
      const to = posix.dirname(target);
      if (to === from) continue;
      if (!imports.has(from)) imports.set(from, new Map());
      if (!imports.get(from).has(to)) imports.get(from).set(to, `${file} imports ${target.replace(/\.js$/, '.ts')}`);
    }
  }
  return imports;
}

/** The shortest cycle through each folder that is in one, each cycle once: the imports it is made of. */
export function findFolderCycles(sources) {
  const imports = folderImports(sources);
  const seen = new Set();
  const cycles = [];
  for (const start of [...imports.keys()].sort()) {
    const cycle = shortestCycle(imports, start);
    if (cycle === null) continue;
    const key = [...cycle].sort().join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    cycles.push(cycle.map((folder, index) => imports.get(folder).get(cycle[(index + 1) % cycle.length])));
  }
  return cycles;
}

function shortestCycle(imports, start) {
  const before = new Map();
  const queue = [start];
  while (queue.length > 0) {
    const folder = queue.shift();
    for (const next of imports.get(folder)?.keys() ?? []) {
      if (next === start) {
        const cycle = [];
        for (let at = folder; at !== undefined; at = before.get(at)) cycle.unshift(at);
        return cycle;
      }
      if (before.has(next)) continue;
      before.set(next, folder);
      queue.push(next);
    }
  }
  return null;
}

/** What is wrong with the folders of these packages. */
export function checkFolderCycles(packages) {
  return packages.flatMap(({ folder, sources }) =>
    findFolderCycles(sources).map((cycle) => `${folder}: ${cycle.join(', ')}`),
  );
}
