// Which packages the rules of the arrows know: a package without a row could import everything.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { listPackages } from './packages.mjs';

/** Packages that lack a row in the rules or in the drawing, and rows without a package. */
export function checkRows(packages, rules, drawing) {
  const drawn = drawing
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  return [
    ...packages
      .filter((name) => !rules.includes(name))
      .map((name) => `packages/${name} may import everything: give it a row in "allowed" of .dependency-cruiser.mjs`),
    ...packages
      .filter((name) => !drawn.includes(name))
      .map((name) => `packages/${name} has no row under "may import of the workspace" in docs/architecture.md`),
    ...rules
      .filter((name) => !packages.includes(name))
      .map((name) => `"allowed" of .dependency-cruiser.mjs has a row for packages/${name}, which does not exist`),
  ];
}

/** Throws where the rules do not know exactly the packages that there are. */
export function requireRows(allowed) {
  const packages = listPackages()
    .filter((folder) => folder.startsWith('packages/'))
    .map((folder) => folder.slice('packages/'.length));
  const drawing = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const complaints = checkRows(packages, Object.keys(allowed), drawing);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}
