import { setTimeout as pause } from 'node:timers/promises';
import type { OpenGate } from '../../../../packages/fleet/test/gate.mjs';
import { type Cluster, startCluster } from '../../../../packages/fleet/test/nats-cluster.js';
import { type PostgresServer, role } from '../../../../packages/postgres/test/server.js';
import { type Ccu, startCcu } from './ccu.js';
import type { Breakable, Member } from './faults.js';
import { keepGates } from './gates.js';
import { createGateway } from './gateway.js';
import { leaderOf } from './log.js';
import type { Line, Seen } from './seen.js';

/** A fleet that is up: its CCUs are connected. */
export interface RunningFleet extends Breakable {
  /** Servers of NATS, round all gates. */
  readonly brokers: readonly string[];
  readonly stream: string;
  /** Of the gateways that clients come to. */
  readonly urls: readonly string[];
  /** Of an administrator. */
  readonly authorization: string;
  /** What gateways logged, by name. */
  readonly logs: () => Readonly<Record<string, readonly string[]>>;
  /** Resolves when every gateway listens, and those for clients show that each CCU is connected. */
  readonly working: () => Promise<void>;
}

export interface FleetSetup {
  readonly dir: string;
  readonly leaseMs: number;
  /** Of each CCU. */
  readonly devices: number;
  readonly postgres: PostgresServer | undefined;
  /** Of the shared accounts. */
  readonly schema: string;
  readonly seen: Seen;
  /** What is to be done in the end, the last one first. */
  readonly atEnd: (close: () => Promise<unknown> | unknown) => void;
}

const LINKS = ['link-1', 'link-2'] as const;
const SERVES = ['serve-1', 'serve-2'] as const;
/** As many as it takes for each to emit no faster than one that is busy: the log takes one event of a CCU after the other. */
const CCUS = [1, 2, 3, 4] as const;
const FLEET = 'chaos';
const PASSWORD = 'only-for-this-run';
const BASIC = `Basic ${Buffer.from(`chaos:${PASSWORD}`).toString('base64')}`;
const LOOK_MS = 250;
const START_MS = 60_000;
const ANSWER_MS = 5_000;

/** CCUs, two gateways for them and two for clients, three servers of NATS, and PostgreSQL where there is one. */
export async function startFleet(setup: FleetSetup): Promise<RunningFleet> {
  const { postgres, seen, atEnd } = setup;
  const gates = keepGates();
  atEnd(gates.close);
  const cluster = await startCluster(gates.open);
  atEnd(cluster.close);
  const ccus = await Promise.all(
    CCUS.map((number) => startCcu({ number, count: setup.devices, gateways: [...LINKS, ...SERVES], seen })),
  );
  atEnd(() => Promise.all(ccus.map((ccu) => ccu.close())));
  const build = (name: string) => openMember(name, { ...setup, cluster, ccus, openGate: gates.open });
  const links = await Promise.all(LINKS.map(build));
  const serves = await Promise.all(SERVES.map(build));
  const members = [...links, ...serves];
  const logs = () => Object.fromEntries(members.map(({ gateway: { name, log } }) => [name, log]));
  for (const { gateway } of members) {
    gateway.start();
    await inTime(gateway.listening(), `${gateway.name} listens`, logs);
  }
  const urls = serves.map(({ gateway }) => `http://127.0.0.1:${gateway.door.port}`);
  const authorization = `Bearer ${await mint(urls[0] ?? '')}`;
  const working = async () => {
    for (const { gateway } of members) await gateway.listening();
    for (const url of urls) await untilConnected(url, authorization);
  };
  await inTime(working(), 'CCUs are connected', logs);
  const stream = `${FLEET}-events`;
  return {
    ...{ links, serves, ccus, urls, authorization, logs, working, stream },
    ...{ nodes: cluster.nodes, brokers: cluster.urls },
    holder: (ccu) => holderIn(seen.lines, ccu),
    leader: () => leaderOf(cluster.urls, stream),
    postgres: postgres && { server: postgres, gates: members.flatMap(({ gates }) => gates.slice(-1)) },
  };
}

interface MemberSetup extends FleetSetup {
  readonly cluster: Cluster;
  readonly ccus: readonly Ccu[];
  readonly openGate: OpenGate;
}

/** Not started yet. The gate to PostgreSQL is the last one. */
async function openMember(name: string, setup: MemberSetup): Promise<Member> {
  const { dir, cluster, ccus, postgres, schema, leaseMs, seen, openGate, atEnd } = setup;
  const natsGates = await Promise.all(cluster.nodes.map(({ server }) => openGate(() => server.port)));
  const postgresGate = await openGate(() => postgres?.tcp.port ?? 0);
  const { user, password, database } = role;
  const config = {
    logging: { level: 'info', overrides: { 'gateway.fleet': 'debug', 'gateway.http': 'debug' } },
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { chaos: PASSWORD } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: name },
    fleet: {
      ...{ name: FLEET, role: name.split('-')[0], lease_ttl: `${leaseMs}ms` },
      nats: { servers: natsGates.map(({ port }) => `nats://127.0.0.1:${port}`), replicas: cluster.nodes.length },
    },
    ...(postgres && {
      persistence: { postgres: { host: '127.0.0.1', port: postgresGate.port, user, password, database, schema } },
    }),
    centrals: ccus.map((ccu) => ({
      ...{ name: ccu.name, host: '127.0.0.1' },
      interfaces: [{ name: 'HmIP-RF', port: ccu.ports[name] }],
    })),
  };
  const env = { SERVICE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const gateway = await createGateway({ name, dir, config, env, seen, openGate });
  const gates = [...natsGates, postgresGate];
  atEnd(() => Promise.all([...gates, gateway.door].map((gate) => gate.close())));
  atEnd(async () => {
    gateway.signal('SIGCONT');
    await gateway.end('SIGKILL');
  });
  return { gateway, gates };
}

/** Who got its lease last, and has not given it back since. */
function holderIn(lines: readonly Line[], ccu: string): string | undefined {
  const last = lines.findLast(
    (line) => line.ccu === ccu && (line.what === 'lease_held' || line.what === 'lease_ended'),
  );
  return last?.what === 'lease_held' ? String(last.gateway) : undefined;
}

async function untilConnected(url: string, authorization: string): Promise<void> {
  while (!(await isConnected(url, authorization).catch(() => false))) await pause(LOOK_MS);
}

async function isConnected(url: string, authorization: string): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(`${url}/api/v1/interfaces`, { headers: { authorization }, signal });
  const interfaces: readonly { readonly connected: boolean }[] = JSON.parse(await answer.text());
  return interfaces.length === CCUS.length && interfaces.every(({ connected }) => connected);
}

async function mint(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/tokens/v2`, {
    method: 'POST',
    headers: { authorization: BASIC, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'chaos', role: 'admin' }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${text}`);
  return JSON.parse(text).token;
}

/** Throws where it takes too long, with what the gateways logged. */
async function inTime<T>(work: Promise<T>, what: string, logs: RunningFleet['logs']): Promise<T> {
  const late = pause(START_MS, undefined, { ref: false }).then(() => {
    const all = Object.entries(logs()).map(([name, lines]) => `${name}:\n${lines.join('\n')}`);
    throw new Error(`after ${START_MS} ms it is not so that ${what}\n${all.join('\n')}`);
  });
  return await Promise.race([work, late]);
}
