// What the REST API of a whole gateway costs, with a simulated CCU of 500 devices behind it: the most used reads and a value
// write that goes to the CCU, each beside a bare Hono route that answers the same bytes in the same run; how long the
// slowest of a hundred waits when 200 clients ask at once; how long others wait while somebody reads everything; and how much
// memory and time such a house takes.
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { largeHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { stringify } from 'yaml';

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

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Runs the built gateway; `loadedMs` is when every device is there, or undefined when that takes too long. */
async function startGateway(config) {
  const began = performance.now();
  const main = join(import.meta.dirname, '../dist/main.js');
  const child = spawn(process.execPath, [main, 'run', '--config', config], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((settle) => child.once('exit', settle));
  const url = await new Promise((settle, fail) => {
    let text = '';
    child.stdout.on('data', function look(data) {
      text += data;
      const match = text.match(/"url":"(http:[^"]+)"/);
      if (match === null) return;
      child.stdout.off('data', look);
      child.stdout.resume();
      settle(match[1]);
    });
    ended.then((code) => fail(new Error(`the gateway ended with ${code}: ${text}`)));
  });
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

/** Reads all of `path`, and asks for something small again and again meanwhile. */
async function besides(url, path, headers) {
  let reading = true;
  let waitedMs = 0;
  const whole = fetch(url + path, { headers }).then(async (response) => {
    const { byteLength } = await response.arrayBuffer();
    reading = false;
    return byteLength;
  });
  while (reading) {
    const began = performance.now();
    await (await fetch(`${url}/api/v1/info`)).arrayBuffer();
    waitedMs = Math.max(waitedMs, performance.now() - began);
  }
  return { megabytes: (await whole) / 1e6, waitedMs };
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
let gateway;
let wrong = 0;
let house;
const rounded = (ms) => (ms === undefined ? undefined : Math.round(ms));
const load = fork(join(import.meta.dirname, '../../../packages/server/bench/lib/load.mjs'));
const bare = fork(join(import.meta.dirname, '../../../packages/server/bench/lib/bare-routes.mjs'));
const drive = (port, request, connections, ms) =>
  new Promise((settle) => {
    load.once('message', settle);
    load.send({ port, request, connections, ms });
  });
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

  const { token } = await gateway.ask('/auth/tokens/v2', {
    method: 'POST',
    body: JSON.stringify({ subject: 'bench', role: 'admin' }),
  });
  const device = `/api/v1/devices/${LAMP}`;
  const reads = {
    info: '/api/v1/info',
    me: '/api/v1/auth/me',
    devices: '/api/v1/devices',
    device,
    channels: `${device}/channels`,
    data_points: `${device}/channels/4/data-points`,
    data_point: `${device}/channels/4/data-points/LEVEL`,
    custom_data_points: `${device}/cdps`,
    variables: '/api/v1/sysvars',
    interfaces: '/api/v1/interfaces',
  };
  const headers = { authorization: `Bearer ${token}` };
  const bodies = {};
  for (const [name, path] of Object.entries(reads))
    bodies[name] = await (await fetch(gateway.url + path, { headers })).text();
  const barePort = await new Promise((settle) => {
    bare.once('message', ({ port }) => settle(port));
    bare.send(bodies);
  });

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
  say(`requests per second with ${CLIENTS} clients, median of ${ROUNDS} rounds, beside a bare Hono route:`);
  for (const [name, ours, theirs] of cases) {
    const rates = { ours: [], theirs: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const mine = await drive(Number(port), ours, CLIENTS, ROUND_MS);
      const peer = await drive(barePort, theirs, CLIENTS, ROUND_MS);
      wrong += mine.wrong + peer.wrong;
      // The first round warms up.
      if (round > 0) {
        rates.ours.push(mine.perSecond);
        rates.theirs.push(peer.perSecond);
      }
    }
    const [mine, peer] = [median(rates.ours), median(rates.theirs)];
    ratios[name] = Number((mine / peer).toFixed(3));
    say(`  ${name.padEnd(18)}${mine.toFixed(0).padStart(7)}/s  bare ${peer.toFixed(0).padStart(7)}/s  ${ratios[name]}`);
  }
  simulator.received.clear();
  const crowd = await drive(Number(port), get(reads.data_point), CROWD, CROWD_MS);
  const bareCrowd = await drive(barePort, get('/data_point'), CROWD, CROWD_MS);
  ratios.p99_with_200_clients = Number((crowd.p99 / bareCrowd.p99).toFixed(3));
  say(`${CROWD} clients: p99 ${crowd.p99.toFixed(1)} ms, bare ${bareCrowd.p99.toFixed(1)} ms`);
  const snapshot = await besides(gateway.url, '/api/v1/snapshot?include=data_points', headers);
  say(
    `snapshot of ${snapshot.megabytes.toFixed(1)} MB: meanwhile the slowest small answer took ${snapshot.waitedMs.toFixed(1)} ms`,
  );
  house = {
    devices: DEVICES,
    besides_snapshot_ms: rounded(snapshot.waitedMs),
    memory_mb: memoryOf(gateway.pid),
    first_start_ms: rounded(first.loadedMs),
    second_start_ms: rounded(gateway.loadedMs),
  };
  say(`memory with ${DEVICES} devices: ${house.memory_mb} MB; wrong answers: ${wrong}`);
} finally {
  load.disconnect();
  bare.disconnect();
  await gateway?.stop();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
}
const ok = wrong === 0 && gateway.loadedMs !== undefined;
if (json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  process.stdout.write(`${JSON.stringify({ name: 'rest', ok, ratios, house, machine })}\n`);
}
process.exitCode = ok ? 0 : 1;
