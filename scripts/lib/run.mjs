import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The environment of child processes: native modules compile against Node's own headers where they are installed. */
export function childEnv() {
  const prefix = resolve(dirname(process.execPath), '..');
  const nodedir = existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
  return { ...process.env, ...nodedir };
}

/**
 * Runs a command and resolves with its exit code. Output goes to stderr unless `stdout` is given, so that a script's own
 * stdout stays clean; a descriptor in `log` takes all of it.
 */
export function run(command, args, { cwd = root, stdout = process.stderr, log, env = {} } = {}) {
  return new Promise((settle, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...childEnv(), ...env },
      stdio: ['ignore', log ?? stdout, log ?? process.stderr],
    });
    child.once('error', fail);
    child.once('exit', (code, signal) => settle(signal === null ? (code ?? 1) : 1));
  });
}

/** Where programs of packages are: for everybody, and for checks, releases and benchmarks. */
const BINS = ['node_modules/.bin', 'tools/node_modules/.bin'].map((folder) => join(root, folder));

/** Runs a tool of this workspace by the name of its bin. */
export function tool(name, args, options) {
  const program = BINS.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (program === undefined) throw new Error(`${name} is not installed`);
  return run(program, args, options);
}
