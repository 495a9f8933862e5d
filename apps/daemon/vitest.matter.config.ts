import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { outcomeReporter } from '../../scripts/lib/outcome-reporter.mjs';

const conditions = ['@ccu-gateway/source', 'module', 'node', 'import', 'default'];

/** The gateway and a Matter controller on two machines: `pnpm test:matter` starts it in a network of its own. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['apps/daemon/test/matter/*.network.ts'],
    globalSetup: './scripts/lib/test-folder.mjs',
    // All of them have the one network.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As in the other suites: in CI a failed test is repeated once, and named at the end of the log.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', outcomeReporter()],
    expect: { poll: { timeout: 50_000 } },
  },
});
