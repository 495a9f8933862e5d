// Cost of the REST API of a whole gateway, with a simulated CCU of 500 devices behind it: the most used reads and a value
// write that goes to the CCU, each beside bare `node:http` that answers the same bytes in the same run; the longest of a
// hundred waits when 200 clients send requests at once; the wait of others while 8 clients read everything; and memory
// and time of such an installation.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { largeHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { stringify } from 'yaml';
import { lineOf, startComparison } from '../../../packages/server/bench/lib/compare.mjs';
import { readAtOnce } from '../../../packages/server/bench/lib/readers.mjs';
import { urlOf } from './lib/gateway-url.mjs';

const json = process.argv.includes('--json');
const say = (text) => (json ? process.stderr : process.stdout).write(`${text}\n`);
const DEVICES = 500;
const ROUNDS = 3;
const ROUND_MS = 300;
const CLIENTS = 32;
const CROWD = 200;
const CROWD_MS = 1_500;
const LOADED_MS = 45_000;
const PASSWORD = 'only-for-this-benchmark';
const LAMP = '00F1C0DE000007';

/** Runs the built gateway; `loadedMs` is when every device is there, or undefined when that takes too long. */
async function startGateway(config) {
  const began = performance.now();
  const main = join(import.meta.dirname, '../dist/main.js');
  const child = spawn(process.execPath, [main, 'run', '--config', config], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((settle) => child.once('exit', settle));
  const url = await urlOf(child);
  const listeningMs = performance.now() - began;
  const authorization = `Basic ${Buffer.from(`bench:${PASSWORD}`).toString('base64')}`;
  const ask = async (path, options = {}) => {
    const headers = { authorization, 'content-type': 'application/json' };
    return (await fetch(`${url}/api/v1${path}`, { headers, ...options })).json();
  };
  let loadedMs;
  let count = 0;
  while (loadedMs === undefined && performance.now() - began < LOADED_MS) {
    count = (await ask('/devices?per_page=1')).total;
    if (count >= DEVICES) loadedMs = performance.now() - began;
    else await wait(50);
  }
  return { url, ask, listeningMs, loadedMs, count, pid: child.pid, stop: () => child.kill('SIGTERM') && ended };
}

/** CPU seconds of another process so far; undefined where the system has no `/proc`. */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/** Waits, for a minute at most, until the work after a start is done: less than a tenth of a CPU for half a second. */
async function settled(pid) {
  for (let round = 0; round < 120; round += 1) {
    const before = cpuOf(pid);
    await wait(500);
    if (before === undefined || cpuOf(pid) - before < 0.05) return;
  }
}

/** Resident memory of another process in megabytes, where the system says so. */
function memoryOf(pid) {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1e3);
  } catch {
    return undefined;
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-bench-'));
const simulator = await startSimulator({ house: largeHouse(DEVICES) });
const configFile = join(dataDir, 'config.yaml');
const interfaces = simulator.interfaces.map((name) => ({ name, port: simulator.ports[name] }));
writeFileSync(
  configFile,
  stringify({
    data_dir: dataDir,
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { bench: PASSWORD } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    centrals: [
      {
        name: 'bench',
        host: '127.0.0.1',
        interfaces,
        json_rpc_port: simulator.ports.jsonRpc,
        rega_port: 0,
        username: 'Admin',
      },
    ],
  }),
  { mode: 0o600 },
);

const ratios = {};
const rows = {};
/** By the number of readers. */
const snapshots = {};
let gateway;
let wrong = 0;
let house;
const rounded = (ms) => (ms === undefined ? undefined : Math.round(ms));
let comparison;
try {
  gateway = await startGateway(configFile);
  const first = gateway;
  say(
    `first start with ${DEVICES} devices: listening after ${first.listeningMs.toFixed(0)} ms, ` +
      (first.loadedMs === undefined
        ? `${first.count} devices after ${LOADED_MS} ms`
        : `all devices after ${first.loadedMs.toFixed(0)} ms`),
  );
  await gateway.stop();
  gateway = await startGateway(configFile);
  say(
    `second start: listening after ${gateway.listeningMs.toFixed(0)} ms, all devices after ${gateway.loadedMs?.toFixed(0)} ms`,
  );

  await settled(gateway.pid);

  const { token } = await gateway.ask('/auth/tokens/v2', {
    method: 'POST',
    body: JSON.stringify({ subject: 'bench', role: 'admin' }),
  });
  const device = `/api/v1/devices/${LAMP}`;
  const reads = {
    info: '/api/v1/info',
    me: '/api/v1/auth/me',
    devices: '/api/v1/devices?per_page=50',
    device,
    channels: `${device}/channels`,
    data_points: `${device}/channels/4/data-points`,
    data_point: `${device}/channels/4/data-points/LEVEL`,
    custom_data_points: `${device}/cdps`,
    variables: '/api/v1/sysvars',
    interfaces: '/api/v1/interfaces',
    snapshot: '/api/v1/snapshot',
  };
  const headers = { authorization: `Bearer ${token}` };
  const bodies = {};
  for (const [name, path] of Object.entries(reads))
    bodies[name] = await (await fetch(gateway.url + path, { headers })).text();
  comparison = await startComparison(bodies);
  const { barePort, drive, compare } = comparison;

  const { port } = new URL(gateway.url);
  const head = (path) => `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`.replace(/^/, `${path} HTTP/1.1\r\n`);
  const get = (path) => `${head(`GET ${path}`)}\r\n`;
  const value = '{"value":0.5}';
  const put = (path) =>
    `${head(`PUT ${path}`)}Content-Type: application/json\r\nContent-Length: ${value.length}\r\n\r\n${value}`;
  const cases = [
    ...Object.entries(reads).map(([name, path]) => [name, get(path), get(`/${name}`)]),
    ['value_write', put(`${device}/channels/4/data-points/LEVEL/value`), put('/value')],
  ];
  say(`requests with ${CLIENTS} clients, median of ${ROUNDS} rounds, beside bare node:http with the same bytes:`);
  for (const [name, ours, theirs] of cases) {
    const { wrong: bad, ...row } = await compare({
      port: Number(port),
      ours,
      theirs,
      connections: CLIENTS,
      rounds: ROUNDS,
      ms: ROUND_MS,
    });
    wrong += bad;
    rows[name] = row;
    ratios[name] = row.ratio;
    say(lineOf(name, row));
  }
  simulator.received.clear();
  const crowd = await drive(Number(port), get(reads.data_point), CROWD, CROWD_MS);
  const bareCrowd = await drive(barePort, get('/data_point'), CROWD, CROWD_MS);
  ratios.p99_with_200_clients = Number((crowd.p99 / bareCrowd.p99).toFixed(3));
  say(`${CROWD} clients: p99 ${crowd.p99.toFixed(1)} ms, bare ${bareCrowd.p99.toFixed(1)} ms`);
  const url = `${gateway.url}/api/v1/snapshot?include=data_points`;
  for (const readers of [1, 8]) {
    const read = await readAtOnce({ url, small: gateway.url + reads.info, headers, readers });
    wrong += read.wrong;
    snapshots[readers] = { ms: rounded(read.ms), slowest_ms: rounded(read.slowestMs), bytes: read.bytes };
    say(
      `${readers} readers of a snapshot of ${(read.bytes / 1e6).toFixed(1)} MB: all served after ` +
        `${read.ms.toFixed(0)} ms, a small request meanwhile waited ${read.slowestMs.toFixed(1)} ms at most`,
    );
  }
  house = {
    devices: DEVICES,
    memory_mb: memoryOf(gateway.pid),
    first_start_ms: rounded(first.loadedMs),
    second_start_ms: rounded(gateway.loadedMs),
  };
  say(`memory with ${DEVICES} devices: ${house.memory_mb} MB; wrong answers: ${wrong}`);
} finally {
  comparison?.stop();
  await gateway?.stop();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
}
const ok = wrong === 0 && gateway.loadedMs !== undefined;
if (json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  process.stdout.write(`${JSON.stringify({ name: 'rest', ok, ratios, rows, snapshots, house, machine })}\n`);
}
process.exitCode = ok ? 0 : 1;
