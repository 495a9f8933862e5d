import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from '../links.mjs';
import { code, page, prose, table } from './markdown.mjs';

const SCOPE = '@ccu-gateway/';

/** The packages of the workspace with their dependencies on each other, from their manifests, by name. */
export function readPackages(root) {
  return ['packages', 'apps']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => {
      const {
        name,
        description,
        dependencies = {},
        optionalDependencies = {},
      } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const uses = Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((each) => each.startsWith(SCOPE))
        .map((each) => each.slice(SCOPE.length));
      const readme = existsSync(join(root, folder, 'README.md')) ? `${folder}/README.md` : undefined;
      return { name: name.slice(SCOPE.length), readme, description, uses: uses.sort() };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The page of the packages: a drawing of their arrows, and a table of the same. */
export function packagesPage(packages) {
  const rows = packages.map(({ name, readme, description = '', uses }) => [
    readme === undefined ? code(name) : `[${code(name)}](/${placeOf(readme)})`,
    prose(description),
    uses.map(code).join(', '),
  ]);
  return page('Packages', [
    'The packages and their arrows, from their manifests. [Architecture](/architecture.md) has their rules.',
    'The [reference of their exports](/api/index.html) is made from their doc comments.',
    '',
    '[![Packages and their arrows; the table below lists them](/packages.svg)](/packages.svg)',
    '',
    ...table(['Package', 'Purpose', 'Uses'], rows),
  ]);
}
