// The weight of each package: what an installation of it alone brings, as its README says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const WEIGHT = /\*\*Weight\*\*: (?<packages>\d+) packages? and (?<megabytes>[\d.]+) MB installed/;
/** Dependencies grow and shrink with their patches. */
const TOLERANCE = 0.1;
/** What rounding to a hundredth may hide of a small package. */
const ROUNDING_MB = 0.01;

/** The number of packages and their megabytes that a README names; undefined where it names none. */
export function weightIn(readme) {
  const found = WEIGHT.exec(readme)?.groups;
  return found === undefined ? undefined : { packages: Number(found.packages), megabytes: Number(found.megabytes) };
}

/** The fault of a named weight; undefined where it is right. `bytes` and `packages` are measured. */
export function weightFault(name, named, { packages, bytes }) {
  const megabytes = bytes / 1e6;
  const measured = `an installation has ${packages} and ${megabytes.toFixed(2)} MB`;
  if (named === undefined) return `${name}: its README names no weight; ${measured}`;
  const slack = Math.max(megabytes * TOLERANCE, ROUNDING_MB);
  if (named.packages === packages && Math.abs(named.megabytes - megabytes) <= slack) return undefined;
  return `${name}: its README names ${named.packages} packages and ${named.megabytes} MB; ${measured}`;
}

/** Installs each package alone with `install`, which answers what it measured, and lists the faults of the named weights. */
export async function weighPackages(names, folder, install) {
  const faults = [];
  for (const name of names) {
    const target = join(folder, name.replace(/^.*\//, ''));
    const measured = await install(target, name);
    const readme = readFileSync(join(target, 'node_modules', name, 'README.md'), 'utf8');
    faults.push(weightFault(name, weightIn(readme), measured) ?? []);
  }
  return faults.flat();
}
