import type { Gate } from '../../../../packages/event-stream/test/gate.js';
import type { ClusterNode } from '../../../../packages/event-stream/test/nats-cluster.js';
import type { PostgresServer } from '../../../../packages/storage/test/postgres-server.js';
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
  readonly postgres: { readonly server: PostgresServer; readonly gates: readonly Gate[] } | undefined;
}

/** Something that is broken for a while. */
export interface Fault {
  readonly name: string;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** All that can be broken, in the order of a seed: what breaks is drawn as well as where. */
export function drawFaults(world: Breakable, seed: number): readonly Fault[] {
  const random = createRandom(seed);
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const all = [
    ...['link', 'serve'].flatMap((kind) => {
      const member = draw(kind === 'link' ? world.links : world.serves);
      return [
        ended(kind, member, 'SIGKILL'),
        ended(kind, member, 'SIGTERM'),
        paused(kind, member),
        cut(world, kind, member),
      ];
    }),
    ...nodeFaults(world.nodes, draw),
    ...(world.postgres === undefined ? [] : postgresFaults(world.postgres)),
  ];
  return all
    .map((fault) => ({ fault, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ fault }) => fault);
}

const ended = (kind: string, { gateway }: Member, signal: 'SIGKILL' | 'SIGTERM'): Fault => ({
  name: `${signal} ${kind} ${gateway.name}`,
  begin: () => gateway.end(signal),
  end: () => gateway.start(),
});

const paused = (kind: string, { gateway }: Member): Fault => ({
  name: `SIGSTOP ${kind} ${gateway.name}`,
  begin: () => gateway.signal('SIGSTOP'),
  end: () => gateway.signal('SIGCONT'),
});

function cut({ ccus }: Breakable, kind: string, { gateway, gates }: Member): Fault {
  const ways = [...gates, gateway.door];
  return {
    name: `partition of ${kind} ${gateway.name}`,
    begin() {
      for (const way of ways) way.cut();
      for (const ccu of ccus) ccu.cut(gateway.name);
    },
    end() {
      for (const way of ways) way.mend();
      for (const ccu of ccus) ccu.mend(gateway.name);
    },
  };
}

function nodeFaults(nodes: readonly ClusterNode[], draw: <T>(list: readonly T[]) => T): readonly Fault[] {
  const [one, other, third] = [draw(nodes), draw(nodes), draw(nodes)];
  const two = nodes.filter((node) => node !== one);
  return [
    { name: 'SIGKILL of a NATS server', begin: () => one.server.kill(), end: () => one.server.start() },
    {
      name: 'SIGSTOP of a NATS server',
      begin: () => other.server.signal('SIGSTOP'),
      end: () => other.server.signal('SIGCONT'),
    },
    { name: 'partition of a NATS server', begin: () => third.cut(), end: () => third.mend() },
    {
      name: 'SIGKILL of two NATS servers',
      begin: async () => void (await Promise.all(two.map(({ server }) => server.kill()))),
      end: async () => void (await Promise.all(two.map(({ server }) => server.start()))),
    },
  ];
}

const postgresFaults = ({ server, gates }: NonNullable<Breakable['postgres']>): readonly Fault[] => [
  { name: 'SIGKILL of PostgreSQL', begin: () => server.kill(), end: () => server.start() },
  {
    name: 'partition of PostgreSQL',
    begin: () => gates.forEach((gate) => void gate.cut()),
    end: () => gates.forEach((gate) => void gate.mend()),
  },
];
