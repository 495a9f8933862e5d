// The steps of `pnpm check` that look at the structure of the sources. Each prints what is wrong and answers an exit code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { readFigures } from './figures.mjs';
import { countFleetNames, judgeFleetNames, loweredCeilings } from './fleet-names.mjs';
import { checkFolderCycles } from './folder-cycles.mjs';
import { checkFolderSizes } from './folder-sizes.mjs';
import { checkInterfaceNames, FACTS, readNames } from './interface-names.mjs';
import { checkFunctionLengths } from './long-functions.mjs';
import { listEntries, listPackages, readSources } from './packages.mjs';
import { recipeComplaints } from './recipes.mjs';
import { checkRouteRoles } from './route-roles.mjs';
import { checkPatterns } from './slow-patterns.mjs';
import { checkDocumentation, findUndocumented, readReference } from './undocumented.mjs';

function report(complaints) {
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
  return complaints.length === 0 ? 0 : 1;
}

const listFiles = () =>
  listPackages().flatMap((folder) =>
    readSources(folder).map(({ file, text }) => ({ path: `${folder}/src/${file}`, text })),
  );

/** Recipes name each place of a list, and each place fails without a new member. */
export function recipes() {
  return report(recipeComplaints(root));
}

/** No function above 80 lines. */
export function functionLengths() {
  return report(checkFunctionLengths(listFiles()));
}

/** Routes and commands have the role of their use case. */
export function routeRoles() {
  return report(checkRouteRoles(listFiles()));
}

/** No folder above 25 source files. */
export function folderSizes() {
  return report(checkFolderSizes(listFiles()));
}

/** No regular expression that takes more than linear time. */
export function patterns() {
  return report(checkPatterns(listFiles()));
}

/** No name of an interface outside the facts about interfaces. */
export function interfaceNames() {
  return report(checkInterfaceNames(listFiles(), readNames(readFileSync(join(root, FACTS), 'utf8'))));
}

const FLEET_CEILINGS = 'scripts/structure/fleet-names.json';
const readFleetCeilings = () => JSON.parse(readFileSync(join(root, FLEET_CEILINGS), 'utf8'));

/** No file outside the folders of the fleet names it more often than its ceiling, which only falls. */
export function fleetNames() {
  const counts = countFleetNames(listFiles());
  const { worse, lower } = judgeFleetNames(counts, readFleetCeilings());
  const hint = `${lower.length} ceilings of ${FLEET_CEILINGS} can fall: node scripts/fleet-names.mjs --lower`;
  process.stdout.write(`${Object.keys(counts).length} files name the fleet\n${lower.length === 0 ? '' : `${hint}\n`}`);
  return report(worse);
}

/** Prints the files that name the fleet, with the count of each. */
export function listFleetNames() {
  const counts = Object.entries(countFleetNames(listFiles())).sort(([, a], [, b]) => b - a);
  for (const [path, count] of counts) process.stdout.write(`${count} ${path}\n`);
}

/** Writes the lower ceilings. */
export function lowerFleetNames() {
  const ceilings = loweredCeilings(countFleetNames(listFiles()), readFleetCeilings());
  writeFileSync(join(root, FLEET_CEILINGS), `${JSON.stringify(ceilings, null, 2)}\n`);
}

/** Prints what `readFigures` counts. */
export function printFigures() {
  const files = listFiles();
  const adrs = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d/.test(name)).length;
  const fleetNames = Object.keys(countFleetNames(files)).length;
  for (const [name, figure, goal] of readFigures(files, { adrs, fleetNames })) {
    process.stdout.write(`${name}: ${figure}${goal === undefined ? '' : ` (goal ${goal})`}\n`);
  }
}

/** No cycles between the folders of a package. */
export function folderCycles() {
  const packages = listPackages().map((folder) => ({ folder, sources: readSources(folder) }));
  return report(checkFolderCycles(packages));
}

/** Every export of every entry has a doc comment, and every function an example. */
export async function documentation() {
  const packages = listPackages().filter((folder) => listEntries(folder).length > 0);
  const entries = packages.flatMap((folder) => listEntries(folder));
  const { project } = await readReference(entries, join(root, 'tsconfig.json'));
  const found = new Map(packages.map((folder) => [folder, []]));
  for (const { file, complaint } of findUndocumented(project)) {
    const folder = packages.find((candidate) => file.startsWith(join(root, candidate, 'src/')));
    found.get(folder)?.push(complaint);
  }
  return report(checkDocumentation(found));
}
