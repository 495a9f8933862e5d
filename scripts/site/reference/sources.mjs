// Loads the parts of the sources that the reference describes. They are TypeScript, so that they are bundled into one file first.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ENTRY = `
export { CONFIG_ROOT, allowedAt } from './apps/daemon/src/config/explain.ts';
export { variableOf } from './apps/daemon/src/config/environment.ts';
export { createMetrics } from './apps/daemon/src/adapters/metrics.ts';
export { declareFleet } from './apps/daemon/src/fleet/status/metrics.ts';
export { gauges } from './scripts/site/reference/recorded-gauges.mjs';
export { commandTree, ROOMS, WORDS } from './packages/cli/src/registry.ts';
export { everyCommand } from './packages/cli/src/terminal/tree.ts';
export { commonArgs } from './packages/cli/src/terminal/args.ts';
export { EXAMPLES } from './packages/cli/src/examples.ts';
export { EXIT_MEANINGS } from './packages/cli/src/terminal/exit.ts';
`;

/** The exports that the pages read. */
export async function loadSources(root) {
  // Node loads it as it is from there, where a test runner would transform any other megabyte of code first.
  const folder = join(root, 'node_modules/.cache/ccu-gateway');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `reference-${process.pid}.mjs`);
  await build({
    stdin: { contents: ENTRY, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@ccu-gateway/source'],
    // The command line opens it for the database alone.
    external: ['better-sqlite3'],
    // The names of all metrics are in the calls that declare them.
    alias: { 'prom-client': join(root, 'scripts/site/reference/recorded-gauges.mjs') },
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
