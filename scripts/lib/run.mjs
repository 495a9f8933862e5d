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
 * stdout stays clean.
 */
export function run(command, args, { cwd = root, stdout = 'stderr', env = {} } = {}) {
  return new Promise((settle, fail) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...childEnv(), ...env },
      stdio: ['ignore', stdout === 'stderr' ? process.stderr : stdout, process.stderr],
    });
    child.once('error', fail);
    child.once('exit', (code, signal) => settle(signal === null ? (code ?? 1) : 1));
  });
}

/** Runs a tool of this workspace by the name of its bin. */
export function tool(name, args, options) {
  return run(join(root, 'node_modules/.bin', name), args, options);
}
