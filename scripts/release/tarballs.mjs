// What would be published: one tarball per package, and what may be in it.
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv, root } from '../lib/run.mjs';

const run = promisify(execFile);
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs pnpm, silent unless it fails, and answers what it printed. */
async function askPnpm(args, cwd) {
  const { stdout } = await run('npx', ['--yes', packageManager, ...args], {
    cwd,
    env: childEnv(),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Packs every package that is published into `folder`. */
export async function packAll(from, folder) {
  const printed = await askPnpm(['--recursive', 'pack', '--json', '--pack-destination', folder], from);
  const packed = JSON.parse(printed.slice(printed.indexOf('['))).filter(({ name }) => name.startsWith('@ccu-gateway/'));
  return Promise.all(
    packed.map(async ({ name, version, filename }) => {
      const file = join(folder, basename(filename));
      return { name, version, file, bytes: statSync(file).size, files: await listFiles(file) };
    }),
  );
}

/** What is in it, as it will be on the machine of a user: the list that pnpm prints has no licence. */
async function listFiles(tarball) {
  const { stdout } = await run('tar', ['-tzf', basename(tarball)], { cwd: dirname(tarball) });
  return stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
}

const ALLOWED = [
  /^package\.json$/,
  /^README\.md$/,
  /^CHANGELOG\.md$/,
  /^LICENSE$/,
  /^dist\//,
  /^man\//,
  // Flows, which the import menu of Node-RED reads from here.
  /^examples\/[\w -]+\.json$/,
];
const NEVER = [/\.map$/, /\.test\./, /(^|\/)(bench|test)\//];
const NEEDED = ['package.json', 'README.md', 'LICENSE'];

/** What is wrong with the files of a tarball, one line each. */
export function misplaced({ name, files }) {
  const wrong = files.filter(
    (file) => !ALLOWED.some((rule) => rule.test(file)) || NEVER.some((rule) => rule.test(file)),
  );
  const missing = NEEDED.filter((file) => !files.includes(file));
  return [
    ...wrong.map((file) => `${name}: ${file} does not belong into the tarball`),
    ...missing.map((file) => `${name}: ${file} is missing in the tarball`),
  ];
}
