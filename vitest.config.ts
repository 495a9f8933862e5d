import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { lazySchemasOfTests } from './scripts/lib/lazy-schemas.mjs';
import { longestFirst } from './scripts/lib/longest-first.mjs';
import { outcomeReporter } from './scripts/lib/outcome-reporter.mjs';

/** Asks the engine about its own state, which other files of the same process change. */
const alone = 'packages/server/src/http/answers/send.test.ts';

/** Units and contract suites of several gateways, with servers of NATS and PostgreSQL: `pnpm test:fleet` runs them. */
const fleetParts = [
  'packages/{fleet,postgres}/{src,test}/**/*.test.ts',
  'apps/daemon/src/fleet/**/*.test.ts',
  'packages/cli/test/shared.test.ts',
  'scripts/fleet/**/*.test.mjs',
];

/** Gateways and brokers as processes that end and come back: `pnpm test:fleet` runs them, too. */
const fleet = [
  'apps/daemon/test/fleet-*.test.ts',
  'packages/fleet/test/{jetstream-cluster,jetstream-crashes,lease-crashes,leases-cluster}.test.ts',
];

/**
 * The longest files, of which some are small. Those that calculate and those that wait follow each other, because workers that all
 * wait leave the processor idle, and one long file at the end would be waited for.
 */
const longest = [
  'packages/fleet/test/jetstream-cluster.test.ts',
  'packages/fleet/test/leases.test.ts',
  'apps/daemon/test/fleet-events.test.ts',
  'packages/fleet/test/leases-cluster.test.ts',
  'apps/daemon/test/fleet-edit-locks.test.ts',
  'apps/daemon/test/conformance-real.test.ts',
  'apps/daemon/test/faults/troubles.test.ts',
  'apps/daemon/test/doctor/outside.test.ts',
  'apps/daemon/test/fuzz.test.ts',
  'apps/daemon/test/device-test.test.ts',
  'apps/daemon/test/conformance.test.ts',
  'apps/daemon/test/ccu-addon-killed.test.ts',
  'apps/daemon/test/alarm.test.ts',
  'packages/matter-bridge/test/every-write.test.ts',
  'apps/daemon/test/ccu-addon.test.ts',
  'packages/mqtt-bridge/test/bridge.test.ts',
  'packages/matter-bridge/test/load.test.ts',
  'packages/ccu-simulator/test/lost-events.test.ts',
  'apps/daemon/test/document-commands.test.ts',
  'apps/daemon/test/mqtt.test.ts',
  'apps/daemon/test/demo.test.ts',
  'apps/daemon/test/replace-device.test.ts',
  'packages/matter-bridge/test/faults.test.ts',
  'apps/daemon/test/readme.test.ts',
  'apps/daemon/test/part-faults.test.ts',
  'packages/matter-bridge/test/controller.test.ts',
  'packages/ccu-simulator/test/client-frozen.test.ts',
  'apps/daemon/test/replace-device-mqtt.test.ts',
  'packages/ccu-simulator/test/random-faults.test.ts',
  'apps/daemon/test/notify-mqtt.test.ts',
  'packages/ccu-simulator/test/fault-matrix.test.ts',
  'apps/daemon/test/discovery.test.ts',
];

// Three more than there are cores, because tests of processes and connections wait two thirds of their time, for timers, for
// other processes, for a broker. What a worker loads itself is little: a test never assumes that it runs alone.
const workers = availableParallelism() + 3;

/** Megabytes of a semi-space, of which a worker has three at most. Collections of the young heap were a seventh of all work with 32. */
const young = totalmem() > workers * 2 * 1024 ** 3 ? 128 : 32;

/**
 * Tests leave much behind, and their code runs a few times only. A larger young heap is copied less often; functions that are
 * optimized later, and collections on one thread, took 8 % off the processor time in interleaved runs.
 */
const frugal = [
  `--min-semi-space-size=${young / 2}`,
  `--max-semi-space-size=${young}`,
  '--single-threaded-gc',
  // Node 22 and later refuse it.
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
];

/** Of the web app: Vite answers its queries and brings its styles. */
const webApp = 'packages/web-ui/{src,test,build}/**/*.test.ts';

/** Every other source is imported by Node. */
const byNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: [
    '--conditions=@ccu-gateway/source',
    `--import=${resolve(import.meta.dirname, 'scripts/test-modules/register.mjs')}`,
    ...frugal,
  ],
};

// Not `import`: Node would take it for what CommonJS requires, too, and hand a package in CommonJS a module.
const conditions = ['@ccu-gateway/source', 'module', 'node', 'default'];

export default defineConfig({
  plugins: [lazySchemasOfTests],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    maxWorkers: workers,
    globalSetup: './scripts/lib/test-folder.mjs',
    runner: './scripts/lib/restoring-runner.mjs',
    sequence: { sequencer: longestFirst(longest) },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{apps,packages}/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: [...configDefaults.exclude, alone, webApp, ...fleet, ...fleetParts],
          // Modules keep no state, so that the files of a worker share what it has loaded, which was a third of all work.
          isolate: false,
          ...byNode,
        },
      },
      { extends: true, test: { name: 'web-app', include: [webApp], isolate: false, execArgv: frugal } },
      { extends: true, test: { name: 'alone', include: [alone], ...byNode } },
      {
        extends: true,
        test: {
          name: 'fleet-parts',
          include: fleetParts,
          exclude: [...configDefaults.exclude, ...fleet],
          isolate: false,
          ...byNode,
        },
      },
      { extends: true, test: { name: 'fleet', include: fleet, isolate: false, ...byNode } },
    ],
    // On a busy machine things take as long as they take: a test waits for what happens, and only what never happens ends it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    // In CI what fails once is tried once more, and named at the end of the log; elsewhere it fails at once.
    retry: process.env.CI ? 1 : 0,
    // `pnpm test` prints progress, failures and counts; a run of a few files names each.
    reporters:
      process.env.CCU_GATEWAY_TEST_PROGRESS === '1'
        ? ['minimal', outcomeReporter(undefined, (line) => process.stdout.write(line))]
        : ['default', outcomeReporter()],
    env: {
      // Reference data that some tests use when it exists; without it they skip and name the variable.
      CCU_GATEWAY_CCU_DATA: process.env.CCU_GATEWAY_CCU_DATA ?? resolve(import.meta.dirname, '../shared/ccu/data'),
      CCU_GATEWAY_CONTRACT: process.env.CCU_GATEWAY_CONTRACT ?? resolve(import.meta.dirname, '../shared/spec'),
    },
  },
});
