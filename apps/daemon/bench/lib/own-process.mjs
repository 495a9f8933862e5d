// The bundled gateway and a simulated CCU, each in a process of its own.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { urlOf } from './gateway-url.mjs';

export const DIST = join(import.meta.dirname, '../../dist');
export const BASIC = `Basic ${Buffer.from('bench:only-for-this-benchmark').toString('base64')}`;
const POLL_MS = 10;
const READY_WITHIN_MS = 180_000;
const MB = 1024 * 1024;

const sleep = (ms) => new Promise((settle) => setTimeout(settle, ms));
const message = (child) => new Promise((settle) => child.once('message', settle));

/** The file of the bundle that holds the gateway, which the entry imports when it runs one. */
export function codeOfGateway(file = 'main.js', seen = new Set()) {
  if (/^start-gateway-/.test(file)) return file;
  if (seen.has(file)) return undefined;
  seen.add(file);
  const text = readFileSync(join(DIST, file), 'utf8');
  for (const [, next] of text.matchAll(/["']\.\/([\w-]+-[A-Z0-9]{8}\.js)["']/g)) {
    const found = codeOfGateway(next, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A simulated CCU, with the options of `talkative-ccu.mjs`, and a data directory with the configuration for it. */
export async function openInstallation(options, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-bench-'));
  const ccu = fork(join(import.meta.dirname, 'talkative-ccu.mjs'), [JSON.stringify(options)], { execArgv: [] });
  const { interfaces, ports, devices } = await message(ccu);
  const config = join(folder, 'config.yaml');
  const file = stringify({
    data_dir: join(folder, 'data'),
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { bench: 'only-for-this-benchmark' } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    centrals: [
      {
        name: 'home',
        host: '127.0.0.1',
        interfaces: interfaces.map((name) => ({ name, port: ports[name] })),
        json_rpc_port: ports.jsonRpc,
        rega_port: ports.rega,
        username: 'Admin',
      },
    ],
    ...settings,
  });
  writeFileSync(config, file, { mode: 0o600 });
  return {
    devices,
    /** Starts the gateway; the data directory stays from start to start. */
    start: (env = {}) => startGateway({ config, devices, env }),
    async send(command) {
      ccu.send(command);
      return await message(ccu);
    },
    close() {
      ccu.disconnect();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Resolves when the gateway serves every device, with the milliseconds since the start of the process until it listened
 * (`listenMs`) and until then (`servedMs`).
 */
async function startGateway({ config, devices, env }) {
  const begun = performance.now();
  const meter = join(import.meta.dirname, 'memory-meter.mjs');
  const child = fork(join(DIST, 'main.js'), ['run', '--config', config], {
    silent: true,
    execArgv: ['--import', meter],
    env: { ...process.env, ...env },
  });
  child.stderr.pipe(process.stderr);
  const base = await urlOf(child);
  const listenMs = performance.now() - begun;
  const ask = async (path) => (await fetch(`${base}/api/v1/${path}`, { headers: { authorization: BASIC } })).json();
  await until(async () => (await ask('devices?per_page=1')).total >= devices);
  const servedMs = performance.now() - begun;
  return {
    url: base,
    pid: child.pid,
    listenMs,
    servedMs,
    cpuMs: () => cpuMsOf(child.pid),
    /** Resolves when all interfaces are connected and the rooms are read. */
    async connected() {
      await until(async () => {
        const interfaces = await ask('interfaces');
        return interfaces.every(({ connected }) => connected) && (await ask('rooms')).length > 0;
      });
      return performance.now() - begun;
    },
    async memory({ collect = false } = {}) {
      const rssMb = rssOf(child.pid);
      child.send({ collect });
      const { heapUsed, heapTotal, external, arrayBuffers, spaces } = await message(child);
      const mb = (bytes) => bytes / MB;
      return {
        rssMb,
        heapUsedMb: mb(heapUsed),
        heapMb: mb(heapTotal),
        externalMb: mb(external),
        buffersMb: mb(arrayBuffers),
        spaces,
      };
    },
    async stop() {
      const ended = new Promise((settle) => child.once('exit', settle));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function until(isTrue) {
  const end = performance.now() + READY_WITHIN_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error('the gateway did not read the installation');
    await sleep(POLL_MS);
  }
}

/** Megabytes of memory that the process has now; Linux only. */
export function rssOf(pid) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Milliseconds of processor time; Linux only, where a tick is 10 ms. */
export function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
