// The built gateway in a process of its own, with a simulated CCU of many devices, a broker, and a meter of its turns.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { largeHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { Aedes } from 'aedes';
import { stringify } from 'yaml';
import { urlOf } from './gateway-url.mjs';

const CENTRAL = 'fuzz';
const PASSWORD = 'only-for-this-soak';
const READY_WITHIN_MS = 300_000;

/**
 * `prepare(dataDir)` may lay files into the data directory before the start. `api` asks the gateway as an administrator;
 * `turns()` gives the turns above 10 ms since the last call.
 */
export async function startMeteredGateway({ devices, prepare }) {
  const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-metered-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const meter = join(folder, 'turns');
  const simulator = await startSimulator({ house: largeHouse(devices) });
  const broker = await startBroker();
  await prepare?.(dataDir);
  const configFile = join(folder, 'config.yaml');
  writeFileSync(configFile, stringify(configOf(simulator, broker, dataDir)), { mode: 0o600 });
  const turnMeter = join(import.meta.dirname, 'turn-meter.mjs');
  const main = join(import.meta.dirname, '../../dist/main.js');
  const child = spawn(process.execPath, ['--import', turnMeter, main, 'run', '--config', configFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CCU_GATEWAY_TURN_METER: meter },
  });
  const state = { isOver: false, read: 0 };
  child.once('exit', () => {
    state.isOver = true;
  });
  const base = await urlOf(child);
  const basic = `Basic ${Buffer.from(`${CENTRAL}:${PASSWORD}`).toString('base64')}`;
  const api = async (path, { authorization = basic, ...options } = {}) =>
    (await fetch(`${base}/api/v1${path}`, { ...options, headers: { authorization, ...options.headers } })).json();
  const token = async (role) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ subject: `fuzz-${role}`, role });
    return (await api('/auth/tokens/v2', { method: 'POST', headers, body })).token;
  };
  await untilRead(api, devices);
  return {
    base,
    pid: child.pid,
    simulator,
    broker,
    api,
    token,
    isOver: () => state.isOver,
    turns() {
      const text = existsSync(meter) ? readFileSync(meter, 'utf8') : '';
      const lines = text.slice(state.read).split('\n').slice(0, -1);
      state.read += lines.reduce((sum, line) => sum + line.length + 1, 0);
      return lines.map((line) => JSON.parse(line));
    },
    async close() {
      child.kill('SIGTERM');
      if (!state.isOver) await new Promise((settle) => child.once('exit', settle));
      await broker.close();
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configOf(simulator, broker, dataDir) {
  return {
    data_dir: dataDir,
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { [CENTRAL]: PASSWORD } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    history: { enabled: true },
    mqtt: { brokers: { fuzz: { url: broker.url, home_assistant: { enabled: true } } } },
    centrals: [
      {
        name: CENTRAL,
        host: '127.0.0.1',
        interfaces: simulator.interfaces.map((name) => ({ name, port: simulator.ports[name] })),
        json_rpc_port: simulator.ports.jsonRpc,
        rega_port: simulator.ports.rega ?? 0,
        username: 'Admin',
      },
    ],
  };
}

async function untilRead(api, devices) {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const interfaces = await api('/interfaces');
    const isConnected = interfaces.length > 0 && interfaces.every(({ connected }) => connected);
    const { total = 0 } = isConnected ? await api('/devices?per_page=1') : {};
    const rooms = total >= devices * 0.9 ? await api('/rooms') : [];
    if (rooms.length > 0) return;
    if (performance.now() > until) throw new Error(`the gateway did not read the house: ${JSON.stringify(interfaces)}`);
    await new Promise((settle) => setTimeout(settle, 500));
  }
}

async function startBroker() {
  const aedes = await Aedes.createBroker();
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    aedes.handle(socket);
  });
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `mqtt://127.0.0.1:${server.address().port}`,
    send: (topic, payload, retain) =>
      new Promise((settle) => aedes.publish({ cmd: 'publish', topic, payload, qos: 0, retain, dup: false }, settle)),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((settle) => server.close(settle));
      await new Promise((settle) => aedes.close(settle));
    },
  };
}
