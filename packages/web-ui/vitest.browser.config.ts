import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { outcomeReporter } from '../../scripts/lib/outcome-reporter.mjs';

/** Tests in a real browser: `pnpm test:web`. Each has a daemon and a browser, which wait for one another half of the time. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/browser/**/*.browser.ts'],
    maxWorkers: availableParallelism() + 1,
    // A browser and a gateway share the machine: a failed test is repeated once, and reported as such.
    retry: 1,
    reporters: ['default', outcomeReporter()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
