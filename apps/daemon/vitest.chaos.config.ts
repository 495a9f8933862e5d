import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { outcomeReporter } from '../../scripts/lib/outcome-reporter.mjs';

const conditions = ['@ccu-gateway/source', 'module', 'node', 'import', 'default'];

/** Fleets of processes in which things break: `pnpm test:fleet` and `pnpm soak fleet` start it. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['apps/daemon/test/chaos/*.chaos.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 60_000,
    // As in the other suites: in CI what fails once is tried once more, and named at the end of the log.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', outcomeReporter()],
  },
});
