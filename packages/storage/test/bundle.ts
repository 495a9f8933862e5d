import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { driverPackage } from '../src/database/driver/better-driver.js';

const require = createRequire(import.meta.url);
// The bundler of the build, so that a process of its own can run the sources.
const { buildSync } = createRequire(require.resolve('tsup'))('esbuild') as { buildSync(options: object): void };

/** Bundles sources into one file, which finds the SQLite binding of this Node beside it; answers its URL. */
export function bundle(entry: string, outfile: string): string {
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@ccu-gateway/source'],
    external: ['better-sqlite3'],
  });
  const driver = join(dirname(outfile), 'node_modules', driverPackage());
  if (!existsSync(driver)) {
    mkdirSync(dirname(driver), { recursive: true });
    symlinkSync(dirname(require.resolve(`${driverPackage()}/package.json`)), driver);
  }
  return pathToFileURL(outfile).href;
}
