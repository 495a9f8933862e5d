// Every GET operation of the contract against the built gateway with 1 000 devices, a year of audit entries and a month of history:
// once alone as a viewer, and as an administrator where the viewer is refused; then the large ones twenty at a time. No turn of the
// event loop takes more than 50 ms of processor time, garbage collection apart. A long turn counts when two repetitions have one, too.
// `--devices=1000` is the default; `--only=/audit,/snapshot` reads these paths only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeHouse } from '@ccu-gateway/ccu-simulator';
import { startMeteredGateway } from './lib/metered-gateway.mjs';
import { writeYear } from './lib/old-data.mjs';

const text = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const say = (line) => process.stdout.write(`${line}\n`);
const DEVICES = Number(text('devices') ?? 1_000);
const ONLY = text('only')?.split(',');
const CENTRAL = 'fuzz';
const DEVICE = '00F1C0DE000007';
const LONGEST_TURN_MS = 50;
const AT_ONCE = 20;
const PATIENCE_MS = 300_000;
/** The meter writes a turn when its collections are complete. */
const METERED_MS = 250;
const SERIES = ['00F1C0DE000001/1/ACTUAL_TEMPERATURE', '00F1C0DE000001/1/HUMIDITY', `${DEVICE}/4/LEVEL`];

/** Operations that wait on purpose, or are no reading, with the reason. */
const LEFT_OUT = {
  '/diagnostics/doctor': 'asks places in the network, and waits for them on purpose',
  '/events': 'is the upgrade to the WebSocket',
  '/auth/oidc/start': 'leads to another server',
  '/auth/oidc/callback': 'likewise',
};
/** Queries beside the one without any. */
const QUERIES = {
  '/audit': ['limit=10000', 'limit=10000&format=csv', 'limit=10000&op=data_point', 'device=00F1C0FF&limit=10000'],
  '/incidents': ['limit=5000'],
  '/devices': ['per_page=500', 'page=3&per_page=500', 'locale=de'],
  '/diagnostics': ['anonymize=1'],
  '/diagnostics/logs': ['limit=10000', 'limit=10000&format=ndjson'],
  '/diagnostics/radio': ['limit=10000'],
  '/events/log': ['since=0&limit=1000', 'since=0&topics=nothing.*'],
  '/history': [
    `points=${SERIES.map((name) => name.replaceAll('/', ':')).join(',')}&from=2020-01-01T00:00:00Z`,
    `points=${SERIES.map((name) => name.replaceAll('/', ':')).join(',')}&from=2020-01-01T00:00:00Z&max_points=2000`,
    `channel=${DEVICE}:4&parameter=LEVEL&from=2020-01-01T00:00:00Z&buckets=2000`,
  ],
  '/snapshot': [
    'include=channels',
    'include=channels,data_points',
    'include=channels,data_points&shared=1',
    'include=channels,data_points&anonymize=1',
  ],
  '/visibility/unignore/candidates': ['include_master=true', 'include_master=true&locale=de'],
};
const MANY = [
  '/audit',
  '/history',
  '/incidents',
  '/visibility/unignore/candidates',
  '/snapshot',
  '/devices',
  '/matter/exposable',
  '/openapi.json',
];

const pause = (ms) => new Promise((settle) => setTimeout(settle, ms));
const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../../../contract/openapi.json'), 'utf8'));
const paths = Object.keys(contract.paths).filter(
  (path) => contract.paths[path].get !== undefined && ONLY?.includes(path) !== false,
);

const gateway = await startMeteredGateway({
  devices: DEVICES,
  prepare: (dataDir) => {
    const devices = largeHouse(DEVICES).devices.map(({ description }) => description.ADDRESS);
    return writeYear(dataDir, { central: CENTRAL, devices, series: SERIES.map((name) => `point/${CENTRAL}/${name}`) });
  },
});
const { id: program } = (await gateway.api('/programs'))[0];
const { name: variable } = (await gateway.api('/sysvars'))[0];
const tokens = { viewer: await gateway.token('viewer'), admin: await gateway.token('admin') };

/** The path of a reading, with names of the house. */
function targetOf(path) {
  const id = path.startsWith('/programs') ? program : path.startsWith('/interfaces') ? `${CENTRAL}-HmIP-RF` : '1';
  const name = path.startsWith('/centrals') ? CENTRAL : path.startsWith('/sysvars') ? variable : 'x';
  const names = {
    addr: DEVICE,
    no: '4',
    param: 'LEVEL',
    key: 'MASTER',
    peer: `${DEVICE}:4`,
    section: 'history',
    id,
    name,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, member) => encodeURIComponent(names[member] ?? 'x'));
}

async function read(target, role) {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const headers = { authorization: `Bearer ${tokens[role]}` };
  try {
    const response = await fetch(`${gateway.base}/api/v1${target}`, { headers, signal });
    // A stream has no end.
    if (!target.includes('/stream'))
      return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
    await response.body?.cancel();
    return { status: response.status, bytes: 0 };
  } catch (error) {
    return { status: 0, bytes: 0, error };
  }
}

/** Reads something so many times at once. */
async function measure(target, role, count = 1) {
  gateway.turns();
  const start = performance.now();
  const answers = await Promise.all(Array.from({ length: count }, () => read(target, role)));
  const ms = performance.now() - start;
  await pause(METERED_MS);
  const turn = Math.max(0, ...gateway.turns().map((each) => each.ms));
  const status = Math.max(...answers.map((each) => (each.status === 0 ? 599 : each.status)));
  return { target, role, count, ms, turn, status, bytes: answers[0].bytes };
}

async function measureFairly(target, role, count) {
  const all = [await measure(target, role, count)];
  while (all.length < 3 && all.every(({ turn }) => turn > LONGEST_TURN_MS))
    all.push(await measure(target, role, count));
  return all.sort((one, other) => one.turn - other.turn)[0];
}

const results = [];
for (const path of paths) {
  if (LEFT_OUT[path] !== undefined) continue;
  const target = targetOf(path);
  const asViewer = await measureFairly(target, 'viewer');
  const role = asViewer.status === 403 ? 'admin' : 'viewer';
  results.push(role === 'viewer' ? asViewer : await measureFairly(target, role));
  for (const query of QUERIES[path] ?? []) results.push(await measureFairly(`${target}?${query}`, role));
}
for (const path of MANY.filter((each) => paths.includes(each))) {
  for (const query of ['', ...(QUERIES[path] ?? [])]) {
    results.push(await measureFairly(`${path}${query === '' ? '' : `?${query}`}`, 'viewer', AT_ONCE));
  }
}
for (const [path, reason] of Object.entries(LEFT_OUT)) say(`not read: ${path} (${reason})`);
say('longest turn         ms      bytes  status  role   reading');
for (const { target, role, count, ms, turn, status, bytes } of results.sort((a, b) => b.turn - a.turn)) {
  const times = count === 1 ? '' : `${count} × `;
  say(
    `${turn.toFixed(0).padStart(9)} ms${ms.toFixed(0).padStart(11)}${String(bytes).padStart(11)}${String(status).padStart(8)}  ` +
      `${role.padEnd(7)}${times}${target.slice(0, 120)}`,
  );
}
// Readings that wait for a share may be refused with 429.
const wrong = results.filter(({ turn, status }) => turn > LONGEST_TURN_MS || status === 500 || status === 599);
say(`${results.length} readings, ${wrong.length} of them wrong`);
await gateway.close();
process.exitCode = wrong.length === 0 ? 0 : 1;
