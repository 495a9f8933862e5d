// Events per second on the whole way from a CCU's callback to WebSocket clients, beside a bare `ws` loop in the same run.
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeXmlRpcCall } from '@ccu-gateway/ccu-client/wire';
import { startSimulator } from '@ccu-gateway/ccu-simulator';
import { stringify } from 'yaml';
import { openCounter } from './lib/frame-counter.mjs';

const json = process.argv.includes('--json');
const say = (text) => (json ? process.stderr : process.stdout).write(`${text}\n`);
const ROUNDS = 5;
const BATCH = 50;
const EVENTS = { 1: 10_000, 100: 2_500 };
const DEVICE = '00F1C0DE000001';
const PASSWORD = 'only-for-this-benchmark';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let temperature = 0;

function post(url, body, type) {
  return new Promise((settle, fail) => {
    const headers = { 'content-type': type, 'content-length': body.length };
    const outgoing = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', settle);
    });
    outgoing.once('error', fail);
    outgoing.end(body);
  });
}

/** One `system.multicall` of events that all differ from the one before, as a CCU sends them. */
function multicall(interfaceId) {
  const calls = Array.from({ length: BATCH }, () => {
    temperature = (temperature + 0.1) % 50;
    const params = [interfaceId, `${DEVICE}:1`, 'ACTUAL_TEMPERATURE', Math.round(temperature * 10) / 10 + 0.04];
    return { methodName: 'event', params };
  });
  return Buffer.from(encodeXmlRpcCall('system.multicall', [calls]));
}

function output(child, pattern) {
  return new Promise((settle, fail) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const match = text.match(pattern);
      if (match !== null) settle(match);
    });
    child.once('exit', (code) => fail(new Error(`the gateway ended with ${code}: ${text}`)));
  });
}

async function startGateway(simulator, dataDir) {
  const config = join(dataDir, 'config.yaml');
  const file = stringify({
    data_dir: dataDir,
    north: {
      rest: { listen: '127.0.0.1:0', auth: { users: { bench: PASSWORD } }, ws: { max_connections_per_principal: 200 } },
    },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    centrals: [
      { name: 'bench', host: '127.0.0.1', interfaces: [{ name: 'HmIP-RF', port: simulator.ports['HmIP-RF'] }] },
    ],
  });
  writeFileSync(config, file, { mode: 0o600 });
  const main = join(import.meta.dirname, '../dist/main.js');
  const child = spawn(process.execPath, [main, 'run', '--config', config], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [, url] = await output(child, /"url":"(http:[^"]+)"/);
  await output(child, /"state":"connected"/);
  child.stdout.resume();
  return { child, url };
}

/** Milliseconds until every client has every event of one burst. */
async function round(clients, events, send) {
  const all = Promise.all(clients.map((client) => client.more(events)));
  const started = performance.now();
  for (let sent = 0; sent < events; sent += BATCH) await send();
  await all;
  return performance.now() - started;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-bench-'));
const simulator = await startSimulator({ interfaces: ['HmIP-RF'] });
const gateway = await startGateway(simulator, dataDir);
const bare = fork(join(import.meta.dirname, 'lib/bare-server.mjs'));
const { url: bareUrl } = await new Promise((settle) => bare.once('message', settle));
const { url: callback, interfaceId } = simulator.registrations().find((each) => each.interfaceName === 'HmIP-RF');
const authorization = `Basic ${Buffer.from(`bench:${PASSWORD}`).toString('base64')}`;
const example = {
  ts: '2026-01-01T00:00:00.000000000Z',
  topic: `device.${DEVICE}.channels.1.data_points.ACTUAL_TEMPERATURE`,
  payload: 'x'.repeat(250),
};
const lines = Buffer.from(Array.from({ length: BATCH }, (_, seq) => JSON.stringify({ seq, ...example })).join('\n'));

const ratios = {};
try {
  for (const count of [1, 100]) {
    const subscribe = JSON.stringify({
      op: 'subscribe',
      topics: [`device.${DEVICE}.channels.1.data_points.ACTUAL_TEMPERATURE`],
    });
    const ours = [];
    const theirs = [];
    for (let index = 0; index < count; index += 1) {
      ours.push(await openCounter(`${gateway.url}/api/v1/events`, { authorization }, subscribe));
      theirs.push(await openCounter(`${bareUrl}/`, {}));
    }
    await Promise.all(ours.map((client) => (client.seen > 0 ? undefined : client.more(1))));
    const sendOurs = () => post(callback, multicall(interfaceId), 'text/xml');
    const sendTheirs = () => post(bareUrl, lines, 'text/plain');
    const times = { ours: [], theirs: [] };
    for (let index = 0; index <= ROUNDS; index += 1) {
      const mine = await round(ours, EVENTS[count], sendOurs);
      const peer = await round(theirs, EVENTS[count], sendTheirs);
      // The first round warms up.
      if (index > 0) {
        times.ours.push(mine);
        times.theirs.push(peer);
      }
    }
    for (const client of [...ours, ...theirs]) client.close();
    const rate = (list) => Math.round((EVENTS[count] / median(list)) * 1000);
    ratios[`clients_${count}`] = Number((rate(times.ours) / rate(times.theirs)).toFixed(2));
    say(
      `${String(count).padStart(3)} clients: callback to socket ${rate(times.ours)} events/s, bare ws loop ${rate(times.theirs)} events/s, ratio ${ratios[`clients_${count}`]}`,
    );
  }
} finally {
  gateway.child.kill('SIGTERM');
  bare.disconnect();
  agent.destroy();
  await simulator.close();
  await new Promise((settle) => gateway.child.once('exit', settle));
  rmSync(dataDir, { recursive: true, force: true });
}
if (json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  process.stdout.write(`${JSON.stringify({ name: 'spine', ok: true, ratios, machine })}\n`);
}
