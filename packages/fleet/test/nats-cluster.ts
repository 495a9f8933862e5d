import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { type ConnectionOptions, connect } from '@nats-io/transport-node';
import { freePorts } from '../../../scripts/lib/free-ports.mjs';
import { type Gate, type OpenGate, openGate } from './gate.mjs';
import { type NatsServer, natsClusterServer, startClusterServer } from './nats-server.js';

/** Servers of NATS that are one, each with ways to the others that can be cut. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  /** Addresses that go round all gates, for observers. */
  readonly urls: readonly string[];
  close(): Promise<void>;
}

export interface ClusterNode {
  /** As the servers call it. */
  readonly name: string;
  readonly server: NatsServer;
  /** Cuts it off from the other servers. */
  cut(): Promise<unknown>;
  mend(): Promise<unknown>;
}

/** Why there are no clusters here; undefined where there are. */
export const noCluster = natsClusterServer === undefined ? 'nats-server 2.10 is not installed' : undefined;

/** An address of the loopback at which nothing listens. */
const NOWHERE = '127.0.0.1:1';
const NODES = 3;
const LOOK_MS = 100;
const START_MS = 15_000;
const ATTEMPTS = 3;

const nameOf = (index: number) => `nats-${index}`;

/** Servers that were started, and how to end them. */
interface Started {
  readonly urls: readonly string[];
  close(): Promise<void>;
}

/** `open` makes the ways between them. */
export const startCluster = (open: OpenGate = openGate): Promise<Cluster> => startTogether(() => startServers(open));

/** Servers that begin together have been seen to miss one of them for ever; then they begin anew. */
export async function startTogether<Servers extends Started>(
  start: () => Promise<Servers>,
  login: Pick<ConnectionOptions, 'user' | 'pass'> = {},
): Promise<Servers> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const servers = await start();
    if (await answers({ ...login, servers: [...servers.urls] }).catch(() => false)) return servers;
    await servers.close();
  }
  throw new Error(`${NODES} servers of NATS did not find each other, ${ATTEMPTS} times`);
}

async function startServers(open: OpenGate): Promise<Cluster> {
  const ports = await freePorts(NODES);
  const gates: { readonly ends: readonly number[]; readonly gate: Gate }[] = [];
  const indexes = ports.map((_, index) => index);
  for (const from of indexes) {
    for (const to of indexes.filter((each) => each !== from)) {
      gates.push({ ends: [from, to], gate: await open(() => ports[to] ?? 0) });
    }
  }
  const servers = await Promise.all(
    indexes.map((index) => {
      const routes = gates.filter(({ ends }) => ends[0] === index).map(({ gate }) => `nats://127.0.0.1:${gate.port}`);
      const cluster = ['--cluster_name', 'house', '--cluster', `nats://127.0.0.1:${ports[index]}`, '--no_advertise'];
      // Servers announce their addresses to each other, and would go round the gates.
      const hidden = ['--cluster_advertise', NOWHERE];
      return startClusterServer('--name', nameOf(index), ...cluster, ...hidden, '--routes', routes.join(','));
    }),
  );
  const urls = servers.map(({ url }) => url);
  const gatesOf = (index: number) => gates.filter(({ ends }) => ends.includes(index)).map(({ gate }) => gate);
  return {
    urls,
    nodes: servers.map((server, index) => ({
      name: nameOf(index),
      server,
      cut: () => Promise.all(gatesOf(index).map((gate) => gate.cut())),
      mend: () => Promise.all(gatesOf(index).map((gate) => gate.mend())),
    })),
    async close() {
      await Promise.all(servers.map((server) => server.dispose()));
      await Promise.all(gates.map(({ gate }) => gate.close()));
    },
  };
}

/** Servers are ready before they have a leader, and before all of them are known. */
async function answers(options: ConnectionOptions): Promise<boolean> {
  const connection = await connect(options);
  try {
    const isThere = async () => {
      const { streams } = await jetstreamManager(connection, { timeout: 1_000 });
      await streams.add({ name: 'probe', subjects: ['probe'], num_replicas: NODES });
      return await streams.delete('probe');
    };
    const end = performance.now() + START_MS;
    while (performance.now() < end) {
      if (await isThere().catch(() => false)) return true;
      await pause(LOOK_MS);
    }
    return false;
  } finally {
    await connection.close();
  }
}
