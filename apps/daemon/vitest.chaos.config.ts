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
    globalSetup: './scripts/lib/test-folder.mjs',
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 60_000,
    // Never tried again, also not in CI: an event that is lost in one of two runs is lost.
    retry: 0,
    reporters: ['default', outcomeReporter()],
  },
});
