// What demo and tests start as processes, and what is published: the programs of every package, by the entries and options of its
// `tsup.config.ts`, and the web app. One process of esbuild makes them in seconds.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPackages } from '../structure/packages.mjs';
import { root, run } from './run.mjs';
import { filesBelow, fingerprint, isCurrent, writeNote } from './written.mjs';

const WEB_UI = 'packages/web-ui';
const NOTE = 'bundles';

/** Whether the last bundling was of the sources as they are, and what it wrote is still there. */
export const isBundled = () => isCurrent(NOTE);

/** Takes away what an earlier build left, so that it is not published beside the files of this one. */
function removeBundles() {
  for (const path of listPackages().flatMap((folder) => filesBelow(join(folder, 'dist')))) {
    if (!path.endsWith('.d.ts')) rmSync(join(root, path));
  }
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
  writeNote(NOTE, made, written);
}

/**
 * Characters of a line of a bundle. V8 keeps the text of a module while it runs, so that bundles have no indentation; a line of this
 * length still shows the position of an error.
 */
const LINE = 120;

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
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: LINE,
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
    plugins: [{ name: 'without-tools', setup: withoutTools }],
  });
  const { default: options } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
  );
  return options;
}

/** The options are read without tsup itself, and plugins that need a package are imported from their own files. */
function withoutTools(build) {
  build.onResolve({ filter: /^tsup$/ }, () => ({ path: 'tsup', namespace: 'stand-in' }));
  build.onLoad({ filter: /.*/, namespace: 'stand-in' }, () => ({
    contents: 'export const defineConfig = (options) => options;',
  }));
  build.onResolve({ filter: /\/lazy-schemas\.mjs$/ }, () => ({
    path: new URL('lazy-schemas.mjs', import.meta.url).href,
    external: true,
  }));
}
