import { defineConfig } from 'vitest/config';
import { outcomeReporter } from '../../scripts/lib/outcome-reporter.mjs';

/** Tests in a real browser: `pnpm test:web`. They share one machine with one daemon each, so that few run at once. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/browser/**/*.browser.ts'],
    maxWorkers: 2,
    // A browser and a gateway share the machine: a failed test is repeated once, and reported as such.
    retry: 1,
    reporters: ['default', outcomeReporter()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
