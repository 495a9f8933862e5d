import { setTimeout as pause } from 'node:timers/promises';
import type { Gate } from '../../../../packages/fleet/test/gate.mjs';
import type { ClusterNode } from '../../../../packages/fleet/test/nats-cluster.js';
import type { PostgresServer } from '../../../../packages/postgres/test/server.js';
import type { Ccu } from './ccu.js';
import type { RunningGateway } from './gateway.js';

/** A gateway with its ways to everything. */
export interface Member {
  readonly gateway: RunningGateway;
  readonly gates: readonly Gate[];
}

/** What can be broken. */
export interface Breakable {
  readonly links: readonly Member[];
  readonly serves: readonly Member[];
  readonly nodes: readonly ClusterNode[];
  readonly ccus: readonly Ccu[];
  /** The name of the gateway that holds a CCU just now. */
  readonly holder: (ccu: string) => string | undefined;
  /** The name of the NATS server that leads the log just now. */
  readonly leader: () => Promise<string | undefined>;
  readonly postgres: { readonly server: PostgresServer; readonly gates: readonly Gate[] } | undefined;
}

/** A way in which something can be broken. */
export interface Fault {
  readonly kind: string;
  /** For how long at least, where it has no effect before. */
  readonly atLeastMs: number;
  /** Says what is to be broken as things are now. */
  aim(world: Breakable, draw: Draw): Promise<Aimed> | Aimed;
}

/** What is to be broken for a while. */
interface Aimed {
  readonly target: string;
  /** Where the target is who holds this CCU. */
  readonly ccu?: string;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

export type Draw = <T>(list: readonly T[]) => T;

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function drawOf(seed: number): Draw {
  const random = createRandom(seed);
  return <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
}

type Kinds = Readonly<Record<string, Fault['aim']>>;

const HOLDER_MS = 30_000;
const LOOK_MS = 50;
/** In terms: until another gateway holds what one held that was broken. */
const TAKEOVER_TERMS = 1.6;
/** What a gateway does not know before it has been cut off for longer: that its server has left the others. */
const CUT_OFF_MS = 14_000;

const ends = (member: Member, signal: 'SIGKILL' | 'SIGTERM'): Aimed => ({
  target: member.gateway.name,
  begin: () => member.gateway.end(signal),
  end: () => member.gateway.start(),
});

const pauses = ({ gateway }: Member): Aimed => ({
  target: gateway.name,
  begin: () => gateway.signal('SIGSTOP'),
  end: () => gateway.signal('SIGCONT'),
});

function cuts({ ccus }: Breakable, { gateway, gates }: Member): Aimed {
  const ways = [...gates, gateway.door];
  return {
    target: gateway.name,
    async begin() {
      await Promise.all(ways.map((way) => way.cut()));
      for (const ccu of ccus) ccu.cut(gateway.name);
    },
    async end() {
      await Promise.all(ways.map((way) => way.mend()));
      for (const ccu of ccus) ccu.mend(gateway.name);
    },
  };
}

interface Chosen {
  readonly member: Member;
  readonly ccu?: string;
}

type Choose = (world: Breakable, draw: Draw) => Promise<Chosen> | Chosen;

/** Of the four things that can happen to a gateway; `choose` says which gateway. */
const gatewayFaults = (name: string, choose: Choose): Kinds => {
  const aim =
    (how: (member: Member, world: Breakable) => Aimed): Fault['aim'] =>
    async (world, draw) => {
      const { member, ccu } = await choose(world, draw);
      return { ...how(member, world), ...(ccu !== undefined && { ccu }) };
    };
  return {
    [`SIGKILL of ${name}`]: aim((member) => ends(member, 'SIGKILL')),
    [`SIGTERM of ${name}`]: aim((member) => ends(member, 'SIGTERM')),
    [`SIGSTOP of ${name}`]: aim(pauses),
    [`partition of ${name}`]: aim((member, world) => cuts(world, member)),
  };
};

/** Who holds it when the fault begins: another one would be missed by none. */
async function holderOf({ links, ccus, holder }: Breakable, draw: Draw): Promise<Chosen> {
  const { name } = draw(ccus);
  const find = () => links.find(({ gateway }) => gateway.name === holder(name));
  const end = performance.now() + HOLDER_MS;
  while (find() === undefined && performance.now() < end) await pause(LOOK_MS);
  const member = find();
  if (member === undefined) throw new Error(`no gateway holds ${name} when it is to be broken`);
  return { member, ccu: name };
}

/** The server that leads the log, and the others. */
async function aimAtLeader({ nodes, leader }: Breakable): Promise<readonly [ClusterNode, ...ClusterNode[]]> {
  const name = await leader();
  const first = nodes.find((node) => node.name === name);
  if (first === undefined) throw new Error(`no server leads the log when it is to be broken (${name})`);
  return [first, ...nodes.filter((node) => node !== first)];
}

const nodeFaults: Kinds = {
  'SIGKILL of a NATS server': async (world) => {
    const [{ name, server }] = await aimAtLeader(world);
    return { target: name, begin: () => server.kill(), end: () => server.start() };
  },
  'SIGSTOP of a NATS server': async (world) => {
    const [{ name, server }] = await aimAtLeader(world);
    return { target: name, begin: () => server.signal('SIGSTOP'), end: () => server.signal('SIGCONT') };
  },
  'partition of a NATS server': async (world) => {
    const [node] = await aimAtLeader(world);
    return { target: node.name, begin: async () => void (await node.cut()), end: async () => void (await node.mend()) };
  },
  'SIGKILL of two NATS servers': async (world, draw) => {
    const [first, ...others] = await aimAtLeader(world);
    const two = [first, draw(others)];
    return {
      target: two.map(({ name }) => name).join(' and '),
      begin: async () => void (await Promise.all(two.map(({ server }) => server.kill()))),
      end: async () => void (await Promise.all(two.map(({ server }) => server.start()))),
    };
  },
};

const postgresFaults = ({ server, gates }: NonNullable<Breakable['postgres']>): Kinds => ({
  'SIGKILL of PostgreSQL': () => ({ target: 'it', begin: () => server.kill(), end: () => server.start() }),
  'SIGSTOP of PostgreSQL': () => ({
    target: 'it',
    begin: () => server.signal('SIGSTOP'),
    end: () => server.signal('SIGCONT'),
  }),
  'partition of PostgreSQL': () => ({
    target: 'it',
    begin: async () => void (await Promise.all(gates.map((gate) => gate.cut()))),
    end: async () => void (await Promise.all(gates.map((gate) => gate.mend()))),
  }),
});

/** So many runs one after the other have every kind of fault once. */
const RUNS = 3;

/** The faults of a seed: all kinds are dealt to each three seeds, in an order of theirs. */
export function dealFaults(postgres: Breakable['postgres'], seed: number, leaseMs: number): readonly Fault[] {
  const links = gatewayFaults('a link', holderOf);
  const kinds: Kinds = {
    ...links,
    ...gatewayFaults('a serve', ({ serves }, draw) => ({ member: draw(serves) })),
    ...nodeFaults,
    ...(postgres === undefined ? {} : postgresFaults(postgres)),
  };
  const place = (seed - 1) % RUNS;
  const random = createRandom((seed - 1 - place) / RUNS);
  return Object.entries(kinds)
    .map(([kind, aim]) => ({ kind, aim, place: random() }))
    .sort((one, other) => one.place - other.place)
    .filter((_, index) => index % RUNS === place)
    .map(({ kind, aim }) => {
      const cutOffMs = kind === 'partition of a NATS server' ? CUT_OFF_MS : 0;
      return { kind, aim, atLeastMs: kind in links ? TAKEOVER_TERMS * leaseMs : cutOffMs };
    });
}
