// A gateway as a process of its own over a simulated CCU of many devices, and events of that CCU at a steady rate.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeXmlRpcCall } from '@ccu-gateway/ccu-client/wire';
import { largeHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { stringify } from 'yaml';
import { urlOf } from './gateway-url.mjs';

const INTERFACE = 'HmIP-RF';
const CCU_USER = { name: 'Gateway', password: 'gateway', level: 8 };
export const USER = { username: 'bench', password: 'only-for-this-benchmark' };
const READY_WITHIN_MS = 180_000;
const TICK_MS = 100;

/** Resolves when the gateway knows every device and the rooms. */
export async function startLargeHouse(devices) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-bench-'));
  const simulator = await startSimulator({ house: largeHouse(devices), users: [CCU_USER] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { child, url } = await startGateway(simulator, dataDir);
  const close = async () => {
    agent.destroy();
    const ended = new Promise((settle) => child.once('exit', settle));
    child.kill('SIGTERM');
    await ended;
    await simulator.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const points = await readPoints(url, simulator);
    const numbers = points.filter(({ changes }) => changes);
    return {
      url,
      simulator,
      values: points.length,
      emit: (perSecond) => emit({ simulator, agent, numbers, perSecond }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startGateway(simulator, dataDir) {
  const config = join(dataDir, 'config.yaml');
  const file = stringify({
    data_dir: dataDir,
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { [USER.username]: USER.password } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    centrals: [
      {
        name: 'home',
        host: simulator.host,
        interfaces: simulator.interfaces.map((name) => ({ name, port: simulator.ports[name] })),
        json_rpc_port: simulator.ports.jsonRpc,
        rega_port: simulator.ports.rega,
        username: CCU_USER.name,
        password: CCU_USER.password,
      },
    ],
  });
  writeFileSync(config, file, { mode: 0o600 });
  const daemon = join(import.meta.dirname, '../../dist/main.js');
  const child = spawn(process.execPath, [daemon, 'run', '--config', config], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await urlOf(child);
  return { child, url };
}

/** The data points of the house once the gateway has read all of it; those that `emit` changes are marked. */
async function readPoints(url, simulator) {
  const authorization = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`;
  const ask = async (path) => (await fetch(`${url}/api/v1/${path}`, { headers: { authorization } })).json();
  const expected = simulator.interfaces
    .flatMap((name) => simulator.house.devices(name))
    .filter(({ ready }) => ready).length;
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const interfaces = await ask('interfaces');
    if (interfaces.length > 0 && interfaces.every(({ connected }) => connected)) {
      const { device_channels: houses = [], rooms } = await ask('snapshot?include=data_points');
      if (houses.length >= expected && rooms.length > 0) return houses.flatMap(pointsOf);
    }
    if (performance.now() > until) {
      throw new Error(`the gateway did not read the house: ${JSON.stringify(interfaces)}`);
    }
    await new Promise((settle) => setTimeout(settle, 1_000));
  }
}

function pointsOf({ device_address: device, channels }) {
  return channels.flatMap(({ number, data_points: points }) =>
    points.map(({ parameter, type, operations }) => ({
      address: `${device}:${number}`,
      parameter,
      changes: type === 'FLOAT' && operations.event && /^00F1C0FF/.test(device),
    })),
  );
}

/** Sends events as a CCU does, some at a time, until the answered function is called, which answers their number. */
function emit({ simulator, agent, numbers, perSecond }) {
  const { url, interfaceId } = simulator.registrations().find((each) => each.interfaceName === INTERFACE);
  let sent = 0;
  const timer = setInterval(() => {
    const calls = Array.from({ length: (perSecond * TICK_MS) / 1000 }, () => {
      const { address, parameter } = numbers[(sent * 7) % numbers.length];
      sent += 1;
      return { methodName: 'event', params: [interfaceId, address, parameter, (sent % 41) / 2 + 0.25] };
    });
    post(agent, url, Buffer.from(encodeXmlRpcCall('system.multicall', [calls])));
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    return sent;
  };
}

function post(agent, url, body) {
  const headers = { 'content-type': 'text/xml', 'content-length': body.length };
  const outgoing = request(url, { method: 'POST', agent, headers }, (answer) => answer.resume());
  outgoing.on('error', (error) => process.stderr.write(`an event was not taken: ${error.message}\n`));
  outgoing.end(body);
}
