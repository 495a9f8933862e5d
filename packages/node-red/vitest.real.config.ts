import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { outcomeReporter } from '../../scripts/lib/outcome-reporter.mjs';

/** The nodes in a real Node-RED: `pnpm test:node-red` fetches it and starts this. */
export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['packages/node-red/test/real/*.real.ts'],
    globalSetup: './scripts/lib/test-folder.mjs',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // As in the other suites: in CI a failed test is repeated once, and named at the end of the log.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', outcomeReporter()],
    expect: { poll: { timeout: 50_000 } },
  },
});
