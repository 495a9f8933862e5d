// What an installation of the product is in a package of its own: daemon, command line and Matter bridge with what they need.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, install } from '../lib/prepare.mjs';
import { childEnv, root, run } from '../lib/run.mjs';
import { packAll } from '../release/tarballs.mjs';
import { removeUnused } from './unused.mjs';

const PRODUCT = ['@ccu-gateway/cli', '@ccu-gateway/daemon', '@ccu-gateway/matter-bridge', '@ccu-gateway/mcp'];
/**
 * Compiled where they are installed, by a row of packages for that, and which of them npm would install depends on the Node.js that
 * builds. SQLite is the one of Node.js instead.
 */
const COMPILED = ['better-sqlite3', 'better-sqlite3-napi'];
/** Of Node.js, as npm names them. */
const CPUS = { x64: 'x64', arm64: 'arm64', armv7l: 'arm' };

/**
 * Installations of the built workspace, one for each processor of `cpus`, as npm makes them from a registry. They differ in the
 * binary of the password hash, which comes ready for each processor.
 */
export async function freshApps(cpus, scratch, progress) {
  await install(progress, 'test');
  await build(progress);
  progress.end();
  const tarballs = await packAll(root, mkdtempSync(join(scratch, 'packed-')));
  const apps = {};
  for (const cpu of cpus) {
    apps[cpu] = join(scratch, `app-${cpu}`);
    await installApp(tarballs, apps[cpu], cpu);
  }
  return apps;
}

/** Installs these tarballs for one processor into `folder`, and takes away what no program loads. */
export async function installApp(tarballs, folder, cpu) {
  const nothing = join(folder, 'nothing');
  mkdirSync(nothing, { recursive: true });
  writeFileSync(join(nothing, 'package.json'), JSON.stringify({ name: 'nothing', version: '0.0.0' }));
  const files = tarballs.map(({ name, file }) => [name, `file:${file}`]);
  const isProduct = ([name]) => PRODUCT.includes(name);
  const dependencies = Object.fromEntries(files.filter(isProduct));
  // Versions of this release are on no registry yet.
  const overrides = Object.fromEntries([
    ...files.filter((entry) => !isProduct(entry)),
    ...COMPILED.map((name) => [name, `file:${nothing}`]),
  ]);
  const manifest = { name: 'ccu-gateway-app', version: '1.0.0', private: true, dependencies, overrides };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const platform = ['--os=linux', `--cpu=${CPUS[cpu]}`, '--libc=glibc'];
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const code = await run('npm', ['install', ...platform, ...flags], { cwd: folder, env: childEnv() });
  if (code !== 0) throw new Error(`npm install failed with exit code ${code}`);
  const modules = join(folder, 'node_modules');
  for (const name of COMPILED) rmSync(join(modules, name));
  removeUnused(modules);
}

/** Copies an installation, with links as they are. */
export function copyApp(from, to) {
  cpSync(join(from, 'node_modules'), join(to, 'node_modules'), { recursive: true, verbatimSymlinks: true });
}

/** Adds what a second installation has for its own processor. */
export function addBinaries(from, to) {
  const scope = 'node_modules/@node-rs';
  for (const name of readdirSync(join(from, scope))) {
    cpSync(join(from, scope, name), join(to, scope, name), { recursive: true });
  }
}
