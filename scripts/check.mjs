// Everything that must hold besides the tests, in one command: format and lint, types, structure, unused code, documented
// exports, documents, plain words, build, tarballs. Two steps run at once. With the name of a stage (`sources`, `packaging`) or with
// names of steps as arguments it does those alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documents } from './lib/documents.mjs';
import { build, install, main } from './lib/prepare.mjs';
import { root, tool } from './lib/run.mjs';

const AT_ONCE = 2;

const inherit = { stdout: 'inherit' };

/** Read after the installation: it needs what is installed. */
const structure = () => import('./structure/check.mjs');

/** Checks of sources, the longest first. Of all of them, only the types write a file: the declarations, which packaging takes. */
const ofSources = {
  types: async () => (await import('./lib/declarations.mjs')).checkTypes(),
  recipes: async () => (await structure()).recipes(),
  'documented exports': async () => (await structure()).documentation(),
  arrows: () => tool('depcruise', ['--config', '.dependency-cruiser.mjs', 'packages', 'apps'], inherit),
  'unused code and dependencies': () => tool('knip', [], inherit),
  'types of the web UI': () => tool('tsc', ['-p', 'packages/web-ui/tsconfig.json'], inherit),
  'format and lint': () => tool('biome', ['check', '.'], inherit),
  'cycles between folders': async () => (await structure()).folderCycles(),
  'names of interfaces': async () => (await structure()).interfaceNames(),
  'roles of routes': async () => (await structure()).routeRoles(),
  'fleet names': async () => (await structure()).fleetNames(),
  'slow regular expressions': async () => (await structure()).patterns(),
  'size of folders': async () => (await structure()).folderSizes(),
  'length of functions': async () => (await structure()).functionLengths(),
  documents: () => documents(),
  'plain words': async () => (await import('./words/check.mjs')).plainWords(),
};
const ofPackages = { tarballs };
/** Steps of one stage run at once, stages one after the other. */
const stages = { sources: ofSources, packaging: ofPackages };
const steps = { ...ofSources, ...ofPackages };

/** Builds and packs what is published, and checks the tarballs. */
async function tarballs(progress) {
  await build(progress);
  progress.end();
  const [{ packAll }, { wronglyPacked }] = await Promise.all([
    import('./release/tarballs.mjs'),
    import('./release/packaging.mjs'),
  ]);
  mkdirSync(join(root, 'var'), { recursive: true });
  const folder = mkdtempSync(join(root, 'var/packed-'));
  try {
    const wrong = [];
    for (const tarball of await packAll(root, folder)) wrong.push(...(await wronglyPacked(tarball)));
    for (const line of wrong) process.stdout.write(`${line}\n`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A step as a process of its own, so that what it says stands together. Answers whether it passed. */
async function runApart(name) {
  const began = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), name], { cwd: root });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`\n— ${name} (${seconds} s)\n${said}${code === 0 ? '' : `✗ ${name}\n`}`);
  return code === 0;
}

async function runAll(group) {
  const waiting = Object.keys(group);
  const passed = [];
  const runInTurn = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) passed.push(await runApart(name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runInTurn));
  return passed;
}

async function runNamed(names, progress) {
  const unknown = names.find((name) => !(name in steps));
  if (unknown !== undefined)
    throw new Error(`there is no step "${unknown}": ${[...Object.keys(stages), ...Object.keys(steps)].join(', ')}`);
  for (const name of names) {
    const code = await steps[name](progress);
    if (code !== 0) return code;
  }
  return 0;
}

main(async (progress) => {
  await install(progress);
  progress.end();
  const names = process.argv.slice(2);
  const isStage = names.length === 1 && Object.hasOwn(stages, names[0]);
  if (names.length > 0 && !isStage) return await runNamed(names, progress);
  const passed = [];
  for (const group of isStage ? [stages[names[0]]] : Object.values(stages)) passed.push(...(await runAll(group)));
  const failed = passed.filter((isPassed) => !isPassed).length;
  process.stdout.write(`\ncheck: ${passed.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});
