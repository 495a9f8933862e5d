// What demo and tests start as processes: the programs of every package, by the entries and options of its `tsup.config.ts`, and
// the web app. One process of esbuild makes them in seconds; `build` makes what is published, with declarations.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listPackages } from '../structure/packages.mjs';
import { root, run } from './run.mjs';

const WEB_UI = 'packages/web-ui';
/** What the last bundling wrote, and of which sources. */
const NOTE = join(root, 'node_modules/.ccu-gateway-bundles.json');
const SHARED = ['tsup.base.ts', 'tsconfig.base.json', 'pnpm-lock.yaml', 'scripts/lib/bundles.mjs'];
const FOLDERS = ['src', 'build', 'public'];
const FILES = /^(package\.json|index\.html|tsconfig.*\.json|.*\.config\.ts)$/;

/** Paths below the root of every file that a bundle is made of. */
function inputs() {
  return listPackages().flatMap((folder) => [
    ...readdirSync(join(root, folder))
      .filter((name) => FILES.test(name))
      .map((name) => join(folder, name)),
    ...FOLDERS.map((name) => join(folder, name))
      .filter((name) => existsSync(join(root, name)))
      .flatMap(filesBelow),
  ]);
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of [...SHARED, ...inputs().sort()]) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Size and time of a file, which another build changes. */
function stamp(path) {
  const seen = statSync(join(root, path), { throwIfNoEntry: false });
  return seen === undefined ? '' : `${seen.size} ${seen.mtimeMs}`;
}

function readNote() {
  return existsSync(NOTE) ? JSON.parse(readFileSync(NOTE, 'utf8')) : undefined;
}

/** Whether the last bundling was of the sources as they are, and what it wrote is still there. */
export function isBundled() {
  const note = readNote();
  if (note === undefined || !Object.entries(note.files).every(([path, was]) => stamp(path) === was)) return false;
  return note.fingerprint === fingerprint();
}

/** Takes away what a bundling wrote, so that it is not published beside the files of a build. */
export function removeBundles() {
  for (const path of Object.keys(readNote()?.files ?? {})) rmSync(join(root, path), { force: true });
  rmSync(NOTE, { force: true });
}

/** Bundles everything; messages of the tools go to `log`, a descriptor. */
export async function writeBundles(log) {
  const made = fingerprint();
  removeBundles();
  const { build } = await import('esbuild');
  const app = run(join(root, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn'], {
    cwd: join(root, WEB_UI),
    log,
  });
  const [code, ...outputs] = await Promise.all([
    app,
    ...listPackages().map((folder) => bundlePackage(build, folder, log)),
  ]);
  if (code !== 0) throw new Error(`The web app could not be bundled (exit code ${code}).`);
  const written = [...outputs.flat(), ...filesBelow(join(WEB_UI, 'dist/app'))];
  const files = Object.fromEntries(written.map((path) => [path, stamp(path)]));
  mkdirSync(dirname(NOTE), { recursive: true });
  writeFileSync(NOTE, JSON.stringify({ fingerprint: made, files }));
}

/** Bundles one package; answers the paths of what it wrote. */
async function bundlePackage(build, folder, log) {
  const {
    entry,
    noExternal = [],
    esbuildPlugins = [],
    target,
    format,
    platform,
    splitting,
    sourcemap,
    banner,
  } = await readConfig(build, folder);
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  const others = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
    (name) => !noExternal.includes(name),
  );
  const { metafile } = await build({
    absWorkingDir: join(root, folder),
    entryPoints: entry,
    outdir: 'dist',
    bundle: true,
    format: format[0],
    metafile: true,
    logLevel: 'silent',
    mainFields: ['module', 'main'],
    external: ['node:*', ...others.flatMap((name) => [name, `${name}/*`])],
    plugins: esbuildPlugins,
    target,
    platform,
    splitting,
    sourcemap,
    banner,
  }).catch((error) => {
    writeFileSync(log, `${error.message}\n`);
    throw new Error(`${folder} could not be bundled.`);
  });
  return Object.keys(metafile.outputs).map((path) => join(folder, path));
}

/** The options in the `tsup.config.ts` of a package, which tsup itself need not be there for. */
async function readConfig(build, folder) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'tsup.config.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    plugins: [{ name: 'without-tsup', setup: standInForTsup }],
  });
  const { default: options } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
  );
  return options;
}

function standInForTsup(build) {
  build.onResolve({ filter: /^tsup$/ }, () => ({ path: 'tsup', namespace: 'stand-in' }));
  build.onLoad({ filter: /.*/, namespace: 'stand-in' }, () => ({
    contents: 'export const defineConfig = (options) => options;',
  }));
}
