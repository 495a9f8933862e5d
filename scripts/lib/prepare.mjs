import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** True when node_modules was made from exactly this lockfile. */
function installed() {
  const made = join(root, 'node_modules/.pnpm/lock.yaml');
  return existsSync(made) && readFileSync(made, 'utf8') === readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
}

/** Installs what the lockfile says. Quick when nothing changed; output on stderr. */
export async function install() {
  if (installed()) return;
  process.stderr.write('Installing dependencies (the SQLite binding may compile for about a minute) …\n');
  const code = await pnpm(['install', '--frozen-lockfile', '--reporter=append-only']);
  if (code !== 0) throw new Error(`pnpm install failed with exit code ${code}`);
}

/** Builds every package that changed since its last build. */
export function build() {
  return turbo('build');
}

/** Builds what these packages run, and nothing else: no other packages, no declarations. Quick when nothing changed. */
export function bundle(packages) {
  return turbo('bundle', ...packages.map((name) => `--filter=${name}...`));
}

async function turbo(task, ...filters) {
  const code = await pnpm(['exec', 'turbo', 'run', task, '--output-logs=errors-only', '--concurrency=2', ...filters], {
    env: { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  });
  if (code !== 0) throw new Error(`the build failed with exit code ${code}`);
}

/** Runs a script's body; a failure becomes one line on stderr and exit code 1. */
export function main(body) {
  body().then(
    (code) => {
      process.exitCode = code ?? 0;
    },
    (error) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
