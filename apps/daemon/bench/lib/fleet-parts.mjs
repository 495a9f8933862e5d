// Processes of a fleet for benchmarks, and what they cost. `close` ends all of them.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { stringify } from 'yaml';
import { freePorts } from '../../../../scripts/lib/free-ports.mjs';

const PASSWORD = 'only-for-this-benchmark';
export const authorization = `Basic ${Buffer.from(`bench:${PASSWORD}`).toString('base64')}`;
/** Of `/proc`: hundredths of a second. */
const TICKS_PER_S = 100;
const PAGE_KIB = 4;

/** Longer than anything here takes that comes about at all. */
const LIMIT_MS = 600_000;
/** A server that keeps copies at several others: the one that `scripts/ci-tools.mjs` fetches, where none is named. */
const CLUSTER_SERVER =
  process.env.CCU_GATEWAY_NATS_SERVER ?? join(import.meta.dirname, '../../../../var/tools/nats/usr/sbin/nats-server');
const NODES = 3;

/** Throws where it never is so. */
export async function until(condition, everyMs = 20) {
  const end = performance.now() + LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`after ${LIMIT_MS} ms it is not so: ${condition}`);
    await new Promise((settle) => setTimeout(settle, everyMs));
  }
}

/** Servers are ready before all of them are known, and before one of them leads. */
async function isReady(servers) {
  const connection = await connect({ servers });
  try {
    const { streams } = await jetstreamManager(connection, { timeout: 1_000 });
    await streams.add({ name: 'probe', subjects: ['probe'], num_replicas: NODES });
    return await streams.delete('probe');
  } finally {
    await connection.close();
  }
}

/** Resolves with the match of what a child says. */
function said(child, stream, pattern) {
  return new Promise((settle, fail) => {
    let text = '';
    child[stream].on('data', (data) => {
      text = (text + data).slice(-20_000);
      const match = text.match(pattern);
      if (match !== null) settle(match);
    });
    child.once('exit', (code) => fail(new Error(`it ended with ${code}: ${text.slice(-2000)}`)));
  });
}

export function openFleetParts(name) {
  const root = mkdtempSync(join(tmpdir(), 'ccu-gateway-fleet-'));
  const children = new Set();

  return {
    /** A server of NATS; `monitor` answers what it has done. */
    async startNats() {
      const all = ['-a', '127.0.0.1', '-p', '-1', '-m', '-1', '-js', '-sd', join(root, 'nats')];
      const child = spawn('nats-server', all, { stdio: ['ignore', 'ignore', 'pipe'] });
      children.add(child);
      const monitored = said(child, 'stderr', /Starting http monitor on [^:]*:(\d+)/);
      const [, port] = await said(child, 'stderr', /client connections on 127\.0\.0\.1:(\d+)/);
      return { child, url: `nats://127.0.0.1:${port}`, monitor: `http://127.0.0.1:${(await monitored)[1]}` };
    },
    /** Addresses of servers that keep a copy each; undefined where the program for it is not there. */
    async startCluster() {
      if (!existsSync(CLUSTER_SERVER)) return undefined;
      const ports = await freePorts(NODES);
      const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(',');
      const servers = ports.map(async (port, index) => {
        const own = ['--name', `nats-${index}`, '--cluster_name', 'bench', '--cluster', `nats://127.0.0.1:${port}`];
        const all = [
          '-a',
          '127.0.0.1',
          '-p',
          '-1',
          '-js',
          '-sd',
          join(root, `nats-${index}`),
          ...own,
          '--routes',
          routes,
        ];
        const child = spawn(CLUSTER_SERVER, all, { stdio: ['ignore', 'ignore', 'pipe'] });
        children.add(child);
        const ready = said(child, 'stderr', /Server is ready/);
        const [, clientPort] = await said(child, 'stderr', /client connections on 127\.0\.0\.1:(\d+)/);
        await ready;
        return `nats://127.0.0.1:${clientPort}`;
      });
      const urls = await Promise.all(servers);
      await until(() => isReady(urls).catch(() => false), 500);
      return urls;
    },
    /** A gateway with these parts of its configuration. */
    async startGateway(instance, { fleet, centrals, callback, ws }) {
      const file = join(root, `${instance}.yaml`);
      const text = stringify({
        data_dir: join(root, instance),
        north: { rest: { listen: '127.0.0.1:0', ws, auth: { users: { bench: PASSWORD } } } },
        callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: instance, ...callback },
        ...(fleet && { fleet: { name, ...fleet } }),
        centrals,
      });
      writeFileSync(file, text, { mode: 0o600 });
      const main = join(import.meta.dirname, '../../dist/main.js');
      const child = spawn(process.execPath, [main, 'run', '--config', file], { stdio: ['ignore', 'pipe', 'inherit'] });
      children.add(child);
      const [, url] = await said(child, 'stdout', /"url":"(http:[^"]+)"/);
      child.stdout.resume();
      return { child, url };
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What a gateway answers. Asked once more where it closes an idle connection at the moment of the request. */
export async function ask(url, path) {
  const get = () => fetch(`${url}/api/v1/${path}`, { headers: { authorization } });
  const answer = await get().catch(get);
  return await answer.json();
}

/** Whether all interfaces that a gateway shows are connected; `count` of them. */
export async function isConnected(url, count = 1) {
  const all = await ask(url, 'interfaces');
  return all.length >= count && all.every(({ connected }) => connected);
}

/** What a process has used so far. */
function usageOf({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const rss = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_KIB;
  return { cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S, rssMib: Math.round(rss / 1024) };
}

/** CPU in parts of a core and memory of processes, and bytes and messages of the broker, while something goes on. */
export async function measureUse({ children, monitor }, work) {
  const look = async () => ({
    at: performance.now(),
    usage: Object.entries(children).map(([name, child]) => [name, usageOf(child)]),
    broker: await (await fetch(`${monitor}/varz`)).json(),
  });
  const before = await look();
  await work();
  const after = await look();
  const seconds = (after.at - before.at) / 1000;
  const rate = (member) => Math.round((after.broker[member] - before.broker[member]) / seconds);
  return {
    processes: Object.fromEntries(
      after.usage.map(([name, { cpuS, rssMib }], index) => [
        name,
        { cpu: Math.round(((cpuS - before.usage[index][1].cpuS) / seconds) * 100) / 100, rss_mib: rssMib },
      ]),
    ),
    broker: {
      ...{ in_msgs_per_s: rate('in_msgs'), in_bytes_per_s: rate('in_bytes') },
      ...{ out_msgs_per_s: rate('out_msgs'), out_bytes_per_s: rate('out_bytes') },
    },
  };
}
