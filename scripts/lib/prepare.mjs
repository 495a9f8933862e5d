import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isBundled, writeBundles } from './bundles.mjs';
import { openProgress } from './progress.mjs';
import { root, run } from './run.mjs';

/** Runs pnpm: the one that started this script, else the pinned one through npx. */
export function pnpm(args, options) {
  const started = process.env.npm_execpath;
  if (started !== undefined && /pnpm(\.cjs|\.js|\.mjs)?$/.test(started)) {
    return /\.[cm]?js$/.test(started)
      ? run(process.execPath, [started, ...args], options)
      : run(started, args, options);
  }
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return run('npx', ['--yes', packageManager, ...args], options);
}

/** What pnpm installs: `run` what daemon and command line run and bundle, `test` all but the tools, `all` everything. */
const SCOPES = {
  run: [
    '--prod',
    '--filter=ccu-gateway-workspace',
    '--filter-prod=@ccu-gateway/daemon...',
    '--filter-prod=@ccu-gateway/cli...',
    // Its bundle contains packages of the workspace, which it finds by their links.
    '--filter-prod=@ccu-gateway/node-red',
  ],
  test: ['--filter=!ccu-gateway-tools'],
  all: [],
};
const ORDER = Object.keys(SCOPES);

/** Node.js has a SQLite from 22.13 on: no other is built there, except where the environment asks for one. */
const needsBinding = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major < 22 || (major === 22 && minor < 13) || process.env.CCU_GATEWAY_NATIVE_SQLITE === '1';
};

/** What the last installation by these scripts was, beside what it installed. */
const NOTE = join(root, 'node_modules/.ccu-gateway.json');
const readText = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** The scope of the present installation, whether it is of the present lockfile, and whether it built the binding. */
function installed() {
  const lockfile = readText(join(root, 'pnpm-lock.yaml'));
  const note = JSON.parse(readText(NOTE) ?? '{}');
  const isAll = readText(join(root, 'node_modules/.pnpm/lock.yaml')) === lockfile;
  return {
    scope: isAll ? 'all' : (note.scope ?? 'run'),
    isPresent: isAll || note.lockfile === lockfile,
    hasBinding: note.hasBinding ?? true,
  };
}

/** Installs what the lockfile has for this scope. Quick when nothing changed. */
export async function install(progress, wanted = 'all') {
  const { scope, isPresent, hasBinding } = installed();
  const isEnough = isPresent && ORDER.indexOf(scope) >= ORDER.indexOf(wanted);
  const binding = needsBinding();
  if (isEnough && (hasBinding || !binding)) return;
  // A narrower installation would take away what another script has installed.
  const widest = ORDER.indexOf(scope) > ORDER.indexOf(wanted) ? scope : wanted;
  const flags = [
    '--frozen-lockfile',
    '--reporter=append-only',
    '--config.confirmModulesPurge=false',
    ...SCOPES[widest],
  ];
  const label = binding ? 'dependencies (SQLite may compile for a minute)' : 'dependencies';
  await progress.phase(label, async (log) => {
    const code = await pnpm(['install', ...flags, ...(binding ? [] : ['--ignore-scripts'])], { log });
    if (code !== 0) throw new Error(`pnpm install failed with exit code ${code}.`);
    if (isEnough) await rebuild(log);
  });
  const note = { scope: widest, hasBinding: binding, lockfile: readText(join(root, 'pnpm-lock.yaml')) };
  writeFileSync(NOTE, JSON.stringify(note));
}

/** Builds what an installation without scripts left out. */
async function rebuild(log) {
  const code = await pnpm(['rebuild', '--recursive', '--pending'], { log });
  if (code !== 0) throw new Error(`pnpm rebuild failed with exit code ${code}.`);
}

/** Bundles the programs of every package and the web app, without declarations. Quick when nothing changed. */
export async function bundle(progress) {
  if (isBundled()) return;
  await progress.phase('bundles', (log) => writeBundles(log));
}

/** Makes what is published: the bundles, and the declarations beside them. Quick when nothing changed. */
export async function build(progress) {
  await bundle(progress);
  const { isDeclared, writeDeclarations } = await import('./declarations.mjs');
  if (isDeclared()) return;
  const code = await progress.phase('declarations', () => writeDeclarations());
  if (code !== 0) throw new Error('The declarations could not be written.');
}

/** Runs the body of a script with its progress; a failure becomes a sentence on stderr and exit code 1. */
export function main(body) {
  const progress = openProgress(basename(process.argv[1] ?? 'script', '.mjs'));
  body(progress).then(
    (code) => {
      progress.end();
      process.exitCode = code ?? 0;
    },
    (error) => {
      progress.end();
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${progress.explain()}`);
      process.exitCode = 1;
    },
  );
}
