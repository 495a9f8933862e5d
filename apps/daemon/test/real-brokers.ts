import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { noCluster, startTogether } from '../../../packages/fleet/test/nats-cluster.js';
import { natsClusterServer } from '../../../packages/fleet/test/nats-server.js';
import { freePort } from '../../../scripts/lib/free-ports.mjs';
import { repository } from './process.js';
import { startProgram } from './real-program.js';
import { PROGRAMS_ENV } from './real-proxies.js';

const SHIPPED = readFileSync(join(repository, 'deploy/nats.conf'), 'utf8');
const STATEFUL_SET = parseAllDocuments(readFileSync(join(repository, 'deploy/kubernetes/nats.yaml'), 'utf8'))
  .map((document) => document.toJS())
  .find(({ kind }) => kind === 'StatefulSet');
/** What Kubernetes starts a server with, and asks whether it is ready. */
const [IN_KUBERNETES] = STATEFUL_SET.spec.template.spec.containers;

export const noBrokers = noCluster === undefined ? '' : ` (skipped: ${noCluster})`;

/** Three servers with the shipped file, each with ports and a folder of its own, that have found each other; `cleanups` run in reverse order. */
export async function startBrokers(cleanups: (() => unknown)[]) {
  const { brokers, close } = await startTogether(startServers, { user: 'gateway', pass: 'g-secret' });
  cleanups.push(close);
  return brokers;
}

async function startServers() {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-broker-'));
  const nodes = [];
  for (const name of ['nats-1', 'nats-2', 'nats-3']) {
    nodes.push({ name, port: await freePort(), routePort: await freePort(), monitorPort: await freePort() });
  }
  const env = Object.fromEntries(
    nodes.map(({ routePort }, index) => [`NATS_ROUTE_${index + 1}`, `nats://route:r-secret@127.0.0.1:${routePort}`]),
  );
  const brokers = await Promise.all(
    nodes.map(({ name, port, routePort, monitorPort }) => {
      const file = join(folder, `${name}.conf`);
      writeFileSync(file, configurationOf({ port, routePort, store: join(folder, name) }));
      const secrets = { NATS_NAME: name, NATS_ROUTE_PASSWORD: 'r-secret', NATS_PASSWORD: 'g-secret' };
      return startBroker({ file, port, monitorPort }, { ...PROGRAMS_ENV, ...env, ...secrets });
    }),
  );
  return {
    brokers,
    urls: brokers.map(({ url }) => url),
    async close() {
      await Promise.all(brokers.map(({ kill }) => kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shipped file with other ports and another folder. */
function configurationOf(own: { readonly port: number; readonly routePort: number; readonly store: string }): string {
  return [
    ['port: 4222', `host: 127.0.0.1\nport: ${own.port}`],
    ['port: 6222', `host: 127.0.0.1\n  port: ${own.routePort}`],
    ['/data', own.store],
    ['8GiB', '64MiB'],
  ].reduce((all, [there = '', here = '']) => {
    if (!all.includes(there)) throw new Error(`deploy/nats.conf has no "${there}"`);
    return all.replace(there, here);
  }, SHIPPED);
}

async function startBroker(
  { file, port, monitorPort }: { readonly file: string; readonly port: number; readonly monitorPort: number },
  env: NodeJS.ProcessEnv,
) {
  const { args, ports, readinessProbe } = IN_KUBERNETES;
  const asked = readinessProbe.httpGet;
  const there: number = ports.find(({ name }: { name: string }) => name === asked.port).containerPort;
  const own = args.map((arg: string) =>
    arg === String(there) ? String(monitorPort) : arg.replace('/etc/nats/nats.conf', file),
  );
  const start = () => startProgram(natsClusterServer ?? '', own, { env, port, says: /Server is ready/ });
  let program = await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    /** As Kubernetes sees it. */
    async isReady() {
      const answer = await fetch(`http://127.0.0.1:${monitorPort}${asked.path}`).catch(() => undefined);
      return answer?.ok === true;
    },
    kill: () => program.stop('SIGKILL'),
    /** With what it had stored. */
    async start() {
      program = await start();
    },
  };
}
