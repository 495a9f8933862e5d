import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from '../../scripts/lib/longest-first.mjs';
import { outcomeReporter } from '../../scripts/lib/outcome-reporter.mjs';

/** Tests in a real browser: `pnpm test:web`. Each has a daemon and a browser, which wait for one another half of the time. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: '../../scripts/lib/test-folder.mjs',
    maxWorkers: availableParallelism() + 2,
    // The longest are not the largest.
    sequence: { sequencer: longestFirst(['screens.browser.ts', 'connection.browser.ts', 'hostile.browser.ts']) },
    // Each file starts what it needs and keeps nothing in modules: a worker loads them once.
    isolate: false,
    // A browser and a gateway share the machine: a failed test is repeated once, and reported as such.
    retry: 1,
    reporters: ['default', outcomeReporter()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Beside the other suites of the machine a page may need many seconds to load.
    expect: { poll: { timeout: 60_000 } },
  },
});
