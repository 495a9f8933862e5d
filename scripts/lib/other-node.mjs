// Fetches another Node: the npm package `node` brings the program, and beside it the headers that native modules are built with.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Throws where the package cannot be fetched. */
export async function fetchNode(version, folder) {
  mkdirSync(folder, { recursive: true });
  const packages = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `node@${version}`];
  const code = await run('npm', packages, { cwd: folder });
  if (code !== 0) throw new Error(`node@${version} could not be installed (exit code ${code})`);
  const headers = [`node_modules/node/node_modules`, 'node_modules']
    .map((where) => join(folder, where, `node-${process.platform}-${process.arch}`))
    .find((where) => existsSync(join(where, 'include')));
  return { bin: join(folder, 'node_modules/node/bin'), headers };
}
