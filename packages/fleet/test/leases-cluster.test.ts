import { jetstreamManager } from '@nats-io/jetstream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLeaseKeeper, systemEnvironment } from '../src/index.js';
import { openLeaseTable } from '../src/nats/index.js';
import { join } from './join.js';
import { type Cluster, type ClusterNode, noCluster, startCluster } from './nats-cluster.js';

const note = noCluster === undefined ? '' : ` (skipped: ${noCluster})`;
const patience = { timeout: 50_000, interval: 20 };
/** Of a test in which servers elect a leader more than once, in milliseconds. */
const elections = 120_000;
const ttlMs = 15_000;
const entry = { state: 'held', holder: 'one-1', name: 'one' } as const;

describe.skipIf(noCluster !== undefined)(`leases on three servers of NATS${note}`, () => {
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await startCluster();
  });
  afterEach(() => cluster?.close());

  const joinAt = (...nodes: readonly ClusterNode[]) => {
    const servers = nodes.map(({ server }) => server.url);
    return join('', {
      connection: { servers, noRandomize: true, reconnectTimeWait: 20 },
      ...{ replicas: 3, timeoutMs: 2_000 },
    });
  };

  /** Makes the bucket; one that leads it or follows comes first. */
  async function nodesBy(what: 'leads' | 'follows'): Promise<readonly [ClusterNode, ...ClusterNode[]]> {
    const look = await joinAt(...cluster.nodes);
    const made = await openLeaseTable(look, { ttlMs });
    const { streams } = await jetstreamManager(look.nats);
    const leader = (await streams.info('KV_fleet-leases')).cluster?.leader;
    await made.close();
    await look.close();
    const first = cluster.nodes.find((_, index) => (`nats-${index}` === leader) === (what === 'leads'));
    if (!first) throw new Error('the bucket has no leader');
    return [first, ...cluster.nodes.filter((node) => node !== first)];
  }

  it(
    'are given back where a process ends together with the server that it asked',
    async () => {
      const [first, ...others] = await nodesBy('leads');
      const fleet = await joinAt(first, ...others);
      const table = await openLeaseTable(fleet, { ttlMs });
      const system = systemEnvironment();
      let endedAt: number | undefined;
      const environment = { ...system, elapsed: () => endedAt ?? system.elapsed() };
      const keeper = openLeaseKeeper({ table, name: 'one', environment });
      try {
        // A lease that was given back need not be watched for a TTL.
        await table.write('ccu', { ...entry, state: 'released' }, 0);
        const lease = keeper.want('ccu');
        await vi.waitFor(() => expect(lease.mayAct()).toBe(true), patience);
        await first.server.kill();
        // However long servers take to elect a leader, it is no longer than this holder is patient.
        endedAt = system.elapsed();
        await keeper.close();
      } finally {
        await table.close();
        await fleet.close();
      }
      const look = await joinAt(...others);
      const left = await openLeaseTable(look, { ttlMs });
      try {
        expect(await vi.waitFor(() => left.read('ccu'), patience)).toMatchObject({ state: 'released' });
      } finally {
        await left.close();
        await look.close();
      }
    },
    elections,
  );

  it.each(['leads', 'follows'] as const)(
    'are written again during the cut where the server of a process is cut off that %s',
    async (what) => {
      const [cutOff, ...others] = await nodesBy(what);
      const fleet = await joinAt(cutOff, ...others);
      const table = await openLeaseTable(fleet, { ttlMs });
      try {
        let after = await vi.waitFor(async () => {
          const { revision } = await table.read('ccu');
          return (await table.write('ccu', entry, revision)) ?? 0;
        }, patience);
        expect(after).toBeGreaterThan(0);
        await cutOff.cut();
        await vi.waitFor(async () => {
          await table.write('ccu', entry, after).catch(() => undefined);
          expect(table.health.state).toBe('outage');
        }, patience);
        const written = await vi.waitFor(async () => {
          const record = await table.read('ccu');
          after = record.revision;
          return await table.write('ccu', entry, after);
        }, patience);
        expect(written).toBeGreaterThan(after);
        expect(table.health).toEqual({ state: 'connected' });
      } finally {
        await table.close();
        await fleet.close();
      }
    },
    elections,
  );
});
