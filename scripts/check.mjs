// Everything that must hold besides the tests, in one command: format and lint, types, structure, unused code, documented
// exports, documents, build, packaging.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './lib/documents.mjs';
import { build, install, main } from './lib/prepare.mjs';
import { root, tool } from './lib/run.mjs';

const packages = [
  ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name)),
  join(root, 'apps/daemon'),
].filter((folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).private !== true);

const inherit = { stdout: 'inherit' };

/** Read after the installation: it needs what is installed. */
const structure = () => import('./structure/check.mjs');

const steps = [
  ['format and lint', () => tool('biome', ['check', '.'], inherit)],
  ['types', () => tool('tsc', ['-p', 'tsconfig.json'], inherit)],
  ['types of the web UI', () => tool('tsc', ['-p', 'packages/web-ui/tsconfig.json'], inherit)],
  ['arrows', () => tool('depcruise', ['--config', '.dependency-cruiser.mjs', 'packages', 'apps'], inherit)],
  ['cycles between folders', async () => (await structure()).folderCycles()],
  ['names of interfaces', async () => (await structure()).interfaceNames()],
  ['length of functions', async () => (await structure()).functionLengths()],
  ['documented exports', async () => (await structure()).documentation()],
  ['documents', () => documents()],
  ['unused code and dependencies', () => tool('knip', [], inherit)],
  [
    'build',
    async () => {
      await build();
      return 0;
    },
  ],
  ['packaging (publint)', () => each((folder) => tool('publint', ['--strict', folder], inherit))],
  [
    'packaging (attw)',
    () => each((folder) => tool('attw', ['--pack', '--profile', 'esm-only', '--quiet', folder], inherit)),
  ],
];

async function each(action) {
  for (const folder of packages) {
    const code = await action(folder);
    if (code !== 0) return code;
  }
  return 0;
}

main(async () => {
  await install();
  let failed = 0;
  for (const [name, step] of steps) {
    process.stdout.write(`\n— ${name}\n`);
    if ((await step()) !== 0) {
      failed += 1;
      process.stdout.write(`✗ ${name}\n`);
    }
  }
  process.stdout.write(`\ncheck: ${steps.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});
