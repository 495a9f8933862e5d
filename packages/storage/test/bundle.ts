import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
// The bundler of the build, so that a process of its own can run the sources.
const { buildSync } = createRequire(require.resolve('tsup'))('esbuild') as { buildSync(options: object): void };

/** Bundles sources into one file; answers its URL. */
export function bundle(entry: string, outfile: string): string {
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@ccu-gateway/source'],
    alias: { 'better-sqlite3': pathToFileURL(require.resolve('better-sqlite3')).href },
    external: ['file:*'],
  });
  return pathToFileURL(outfile).href;
}
