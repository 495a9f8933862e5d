import { requireRows } from './scripts/structure/arrows.mjs';

/**
 * The arrows of the house, as docs/architecture.md draws them. A package may import only what its row lists; the
 * subpaths `/hono` and `/testing`, and test files importing a dependency's `/testing`, are exempt where said.
 */
const allowed = {
  contract: [],
  'auth-core': [],
  'event-stream': [],
  alarm: [],
  'ccu-client': [],
  'device-model': ['contract', 'ccu-client'],
  fleet: ['event-stream', 'device-model', 'contract', 'ccu-client'],
  storage: ['gateway-core', 'auth-core', 'event-stream', 'ccu-client', 'device-model'],
  postgres: ['storage', 'auth-core'],
  'gateway-core': ['alarm', 'contract', 'auth-core', 'event-stream', 'device-model', 'ccu-client'],
  server: ['contract', 'gateway-core', 'auth-core', 'event-stream', 'device-model'],
  'ccu-simulator': ['ccu-client'],
  client: ['contract', 'event-stream'],
  cli: ['client', 'event-stream', 'ccu-client', 'auth-core', 'storage', 'postgres', 'fleet'],
  'web-ui': ['client', 'contract'],
  'node-red': ['client', 'event-stream'],
  'matter-bridge': ['gateway-core', 'contract'],
  mcp: ['gateway-core', 'contract'],
  'mqtt-bridge': ['gateway-core', 'contract', 'event-stream'],
  'webhook-bridge': ['gateway-core', 'event-stream'],
  notify: ['gateway-core', 'event-stream', 'webhook-bridge'],
};

requireRows(allowed);

const tests = '(\\.test\\.ts$|/test/|/bench/|/testing/)';
const packages = Object.keys(allowed);

const layerRules = packages.map((name) => ({
  name: `arrows-of-${name}`,
  severity: 'error',
  comment: `${name} may import of the workspace: ${allowed[name].join(', ') || 'nothing'}`,
  from: { path: `^packages/${name}/`, pathNot: [tests] },
  to: {
    path: '^(packages|apps)/',
    pathNot: [name, ...allowed[name]].map((target) => `^packages/${target}/`),
  },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'nothing-imports-the-daemon',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'types-only-from-the-core-contract-and-ccu-client',
      comment:
        'device-model, storage and fleet know the shapes a CCU and the API speak in, not the client and not the checks',
      severity: 'error',
      from: { path: '^packages/(device-model|storage|fleet)/src/', pathNot: [tests] },
      to: { path: '^packages/(gateway-core|ccu-client|contract)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-knows-types-of-its-floor',
      comment: 'gateway-core checks meaning: shapes are checked by zod in the mouths, credentials by access control',
      severity: 'error',
      from: { path: '^packages/gateway-core/src/', pathNot: [tests] },
      to: { path: '^packages/(auth-core|event-stream|contract)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-knows-no-front-end',
      severity: 'error',
      from: { path: '^packages/gateway-core/src/', pathNot: [tests] },
      to: { path: 'node_modules/(zod|hono|@hono|ws|better-sqlite3)/|^(node:)?(fs|fs/promises|http|https|net)$' },
    },
    {
      name: 'bridges-use-the-main-entry-of-the-core',
      severity: 'error',
      from: { path: '^packages/([a-z]+-bridge|mcp|notify)/src/', pathNot: [tests] },
      to: { path: '^packages/gateway-core/src/(?!index\\.ts)' },
    },
    {
      name: 'server-uses-two-entries-of-the-core',
      comment: 'the parts are for a composition',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: [tests] },
      to: { path: '^packages/gateway-core/src/(?!(use-cases/)?index\\.ts)' },
    },
    {
      name: 'simulator-uses-the-wire-only',
      severity: 'error',
      from: { path: '^packages/ccu-simulator/src/', pathNot: [tests] },
      to: { path: '^packages/ccu-client/src/(?!wire/|model/model\\.ts)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cli-and-core-know-facts-of-interfaces',
      comment: 'of ccu-client they need what interfaces are called and can do, not the client that connects to them',
      severity: 'error',
      from: { path: '^packages/(cli|gateway-core)/src/', pathNot: [tests] },
      to: { path: '^packages/ccu-client/src/(?!(interfaces|errors)/index\\.ts)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-storage-opens-sqlite',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/storage/'] },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'only-postgres-speaks-postgres',
      comment: 'and only where it is asked for: an installation for one machine has no such package',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/postgres/src/', tests] },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'device-model-is-pure',
      severity: 'error',
      from: { path: '^packages/device-model/src/', pathNot: [tests] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'alarm-is-pure',
      comment: 'no Node built-ins and no library: time, hashes and devices come with the events',
      severity: 'error',
      from: { path: '^packages/alarm/src/', pathNot: [tests] },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'event-stream-runs-anywhere',
      comment: 'no Node built-ins and no library; /client/file may read a file',
      severity: 'error',
      from: { path: '^packages/event-stream/src/', pathNot: [tests, '/client/file\\.ts$'] },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'only-the-site-opens-the-fleet',
      comment: 'the rest of the daemon uses Site, so that a single gateway loads none of it',
      severity: 'error',
      from: {
        path: '^apps/daemon/src/',
        pathNot: ['^apps/daemon/src/fleet/', '^apps/daemon/src/site/(open|storage)\\.ts$', tests],
      },
      to: {
        path: '^(apps/daemon/src/fleet|packages/(fleet|postgres))/',
      },
    },
    {
      name: 'the-site-loads-the-fleet-when-configured',
      severity: 'error',
      from: { path: '^apps/daemon/src/site/', pathNot: [tests] },
      to: { path: '^apps/daemon/src/fleet/', dynamic: false },
    },
    {
      name: 'the-cli-loads-plug-ins-on-use',
      comment: 'an installation without these packages has all other commands',
      severity: 'error',
      from: { path: '^packages/cli/src/', pathNot: [tests, '^packages/cli/src/plug-ins/plug-ins\\.ts$'] },
      to: { path: '^packages/(fleet|postgres)/' },
    },
    {
      name: 'plug-ins-of-the-cli-are-dynamic',
      severity: 'error',
      from: { path: '^packages/cli/src/', pathNot: [tests] },
      to: { path: '^packages/(fleet|postgres)/', dynamic: false },
    },
    {
      name: 'only-fleet-speaks-nats',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: ['^packages/fleet/src/(broker|jetstream|nats)/', tests],
      },
      to: { path: 'node_modules/@nats-io/' },
    },
    {
      name: 'client-runs-anywhere',
      comment:
        'of the contract the client has types only, of the stream what browsers load, and no library at run time',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: [tests] },
      to: {
        path: '.',
        pathNot: ['^packages/client/src/', '^packages/event-stream/src/client/index\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-ui-knows-types-of-the-contract',
      comment: 'the schemas are not for browsers: they would be half of what is loaded',
      severity: 'error',
      from: { path: '^packages/web-ui/src/', pathNot: [tests] },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'matter-bridge-and-mcp-know-types-of-the-contract',
      severity: 'error',
      from: { path: '^packages/(matter-bridge|mcp)/src/', pathNot: [tests] },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'matter-mapping-is-pure',
      comment: 'what a device is for Matter is data and pure functions: no Matter library, no Node built-ins',
      severity: 'error',
      from: { path: '^packages/matter-bridge/src/mapping/', pathNot: [tests] },
      to: { path: '.', pathNot: ['^packages/matter-bridge/src/mapping/', '^packages/contract/'] },
    },
    {
      name: 'mqtt-bridge-knows-types-of-the-floor',
      severity: 'error',
      from: { path: '^packages/mqtt-bridge/src/', pathNot: [tests] },
      to: { path: '^packages/(contract|event-stream)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'webhook-bridge-knows-types-of-the-workspace',
      severity: 'error',
      from: { path: '^packages/webhook-bridge/src/', pathNot: [tests] },
      to: { path: '^packages/(gateway-core|event-stream)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-mqtt-bridge-speaks-mqtt',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/mqtt-bridge/', tests] },
      to: { path: 'node_modules/mqtt/' },
    },
    {
      name: 'only-mcp-speaks-the-model-context-protocol',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/mcp/', tests] },
      to: { path: 'node_modules/@modelcontextprotocol/' },
    },
    {
      name: 'node-red-builds-in-clients-only',
      comment: 'its bundle has the client and the part of the stream that clients use',
      severity: 'error',
      from: { path: '^packages/node-red/src/', pathNot: [tests] },
      to: { path: '^packages/event-stream/src/', pathNot: '^packages/event-stream/src/client/' },
    },
    {
      name: 'only-matter-bridge-speaks-matter',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: ['^packages/matter-bridge/'] },
      to: { path: 'node_modules/@matter/' },
    },
    {
      name: 'web-ui-runs-in-browsers',
      severity: 'error',
      from: { path: '^packages/web-ui/src/', pathNot: [tests, '^packages/web-ui/src/node/'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-is-schemas-only',
      comment: 'the contract is what every program may import: schemas, and nothing that runs',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: [tests] },
      to: { path: '.', pathNot: ['^packages/contract/src/', 'node_modules/zod/'] },
    },
    {
      name: 'contract-types-have-no-runtime',
      severity: 'error',
      from: { path: '^packages/contract/src/types/' },
      to: { path: '.', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'auth-core-has-no-http-framework',
      severity: 'error',
      from: { path: '^packages/auth-core/src/', pathNot: [tests, '/src/hono/'] },
      to: { path: 'node_modules/(hono|@hono|better-sqlite3)' },
    },
    {
      name: 'server-touches-no-files',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: [tests] },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'no-deep-imports',
      comment: 'packages meet at their entries',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: {
        path: '^packages/([^/]+)/src/',
        pathNot: [
          '^packages/$2/',
          '^packages/[^/]+/src/(index|model)\\.ts$',
          '^packages/[^/]+/src/[^/]+/(index|file)\\.ts$',
        ],
      },
    },
    { name: 'no-room-called-utils', severity: 'error', from: {}, to: { path: '/utils\\.ts$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@ccu-gateway/source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
};
