// What an installation of the product brings: how long it takes, how many packages and bytes it is, under which licences.
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs packages into a fresh folder and measures what came. `without` names optional packages that this machine is to be unable
 * to install; `--omit=optional` would take the binaries of all others away as well.
 */
export async function measureInstallation(registry, folder, packages, { flags = [], without = [] } = {}) {
  mkdirSync(folder, { recursive: true });
  const overrides = Object.fromEntries(without.map((name) => [name, `file:${nothing(folder, name)}`]));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'house', version: '1.0.0', private: true, overrides }),
  );
  const started = performance.now();
  await registry.npm(['install', ...flags, ...packages], folder);
  const seconds = (performance.now() - started) / 1000;
  return {
    seconds,
    packages: countPackages(join(folder, 'node_modules')),
    bytes: sizeOf(join(folder, 'node_modules')),
  };
}

function nothing(folder, name) {
  const place = join(folder, 'nothing', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '0.0.0' }));
  return place;
}

/** The components that npm finds in an installation, as a CycloneDX document, with those that are built in. */
export async function billOfMaterials(registry, folder) {
  const { stdout } = await registry.npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], folder);
  const document = JSON.parse(stdout);
  const own = join(folder, 'node_modules/@ccu-gateway');
  return {
    ...document,
    components: [...document.components, ...readdirSync(own).flatMap((name) => builtIn(join(own, name)))],
  };
}

/** The licence of each component, as an SPDX expression. */
export function licencesOf({ components }) {
  return components.map(({ name, version, licenses = [] }) => ({
    name,
    version,
    licence: licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(' AND '),
  }));
}

const FIRST_LINE = /^(?<name>\S+) (?<version>\S+) \((?<licence>[^)]+)\)$/;

/** Components whose code lies in a bundle of this package, from the list beside it. */
function builtIn(folder) {
  let text;
  try {
    text = readFileSync(join(folder, 'dist/third-party.txt'), 'utf8');
  } catch {
    return [];
  }
  return text.split(/\n-{80}\n\n/).map((part) => {
    const { name, version, licence } = FIRST_LINE.exec(part.split('\n', 1)[0]).groups;
    const id = `${name}@${version}`;
    return {
      'bom-ref': id,
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${id.replace(/^@/, '%40')}`,
      licenses: [{ license: { id: licence } }],
    };
  });
}

function countPackages(modules) {
  const folders = readdirSync(modules, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  );
  return folders.reduce((sum, { name }) => {
    const path = join(modules, name);
    if (name.startsWith('@')) return sum + countPackages(path);
    const nested = join(path, 'node_modules');
    return sum + 1 + (lstatSync(nested, { throwIfNoEntry: false }) === undefined ? 0 : countPackages(nested));
  }, 0);
}

function sizeOf(path) {
  const seen = lstatSync(path);
  if (!seen.isDirectory()) return seen.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
