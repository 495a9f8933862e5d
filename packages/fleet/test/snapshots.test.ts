import { jetstreamManager } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotStore } from '../src/index.js';
import { type FleetConnection, openSnapshots } from '../src/nats/index.js';
import { join } from './join.js';
import { type NatsServer, natsServer, startNatsServer } from './nats-server.js';

const title = natsServer ? 'snapshots' : 'snapshots (skipped: nats-server is not installed)';

const bytesOf = (size: number, value: number) => Buffer.alloc(size, value);

describe.skipIf(!natsServer)(title, () => {
  let server: NatsServer;
  let fleets = 0;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.dispose());

  const using = async (work: (snapshots: SnapshotStore, fleet: FleetConnection) => Promise<void>) => {
    fleets += 1;
    const fleet = await join(server.url, { name: `fleet-${fleets}`, timeoutMs: 2_000 });
    try {
      const snapshots = await openSnapshots(fleet);
      await work(snapshots, fleet);
      snapshots.close();
    } finally {
      await fleet.close();
    }
  };

  it('gives back the newest, whole, and keeps nothing of those before', () =>
    using(async (snapshots, fleet) => {
      expect(await snapshots.get('home')).toBe(undefined);
      for (let seq = 1; seq <= 3; seq += 1) {
        expect(await snapshots.put('home', { epoch: 'a', seq, bytes: bytesOf(700_000, seq) })).toBe('put');
      }
      await snapshots.put('öffice >', { epoch: 'a', seq: 9, bytes: new Uint8Array() });
      const newest = await snapshots.get('home');
      expect([newest?.epoch, newest?.seq, newest?.bytes.length]).toEqual(['a', 3, 700_000]);
      expect(bytesOf(700_000, 3).equals(newest?.bytes ?? new Uint8Array())).toBe(true);
      expect((await snapshots.get('öffice >'))?.seq).toBe(9);
      const manager = await jetstreamManager(fleet.nats);
      const { state } = await manager.streams.info(`OBJ_${fleet.name}-snapshots`);
      expect(state.bytes).toBeLessThan(900_000);
      await snapshots.remove('home');
      await snapshots.remove('nobody');
      expect(await snapshots.get('home')).toBe(undefined);
    }));

  it('keeps the newer of one epoch, and takes a new epoch', () =>
    using(async (snapshots) => {
      await snapshots.put('home', { epoch: 'a', seq: 5, bytes: bytesOf(10, 5) });
      expect(await snapshots.put('home', { epoch: 'a', seq: 4, bytes: bytesOf(10, 4) })).toBe('older');
      expect((await snapshots.get('home'))?.seq).toBe(5);
      expect(await snapshots.put('home', { epoch: 'b', seq: 1, bytes: bytesOf(10, 1) })).toBe('put');
      expect(await snapshots.get('home')).toMatchObject({ epoch: 'b', seq: 1 });
    }));

  it('has one of those that are put at the same time, and readers always get a whole one', () =>
    using(async (snapshots) => {
      await snapshots.put('home', { epoch: 'a', seq: 0, bytes: bytesOf(300_000, 0) });
      let isOver = false;
      const reading = (async () => {
        const torn: unknown[] = [];
        while (!isOver) {
          const snapshot = await snapshots.get('home');
          if (!snapshot?.bytes.every((byte) => byte === snapshot.seq)) torn.push(snapshot?.seq);
        }
        return torn;
      })();
      const putting = async () => {
        for (let seq = 1; seq <= 10; seq += 1) {
          const puts = [0, 1].map(() => snapshots.put('home', { epoch: 'a', seq, bytes: bytesOf(300_000, seq) }));
          expect(await Promise.all(puts)).toContain('put');
        }
      };
      const [torn] = await Promise.all([reading, putting().finally(() => (isOver = true))]);
      expect(torn).toEqual([]);
      expect((await snapshots.get('home'))?.seq).toBe(10);
    }));

  it('refuses one of which a part is missing, and one that somebody else has put', () =>
    using(async (snapshots, fleet) => {
      await snapshots.put('home', { epoch: 'a', seq: 1, bytes: bytesOf(300_000, 1) });
      const manager = await jetstreamManager(fleet.nats);
      const stream = `OBJ_${fleet.name}-snapshots`;
      const { state } = await manager.streams.info(stream);
      await manager.streams.deleteMessage(stream, state.first_seq);
      await expect(snapshots.get('home')).rejects.toMatchObject({
        code: 'fleet_refused',
        reason: 'the snapshot of "home" is not whole',
      });
      await (await new Objm(fleet.nats).open(`${fleet.name}-snapshots`)).putBlob({ name: 'office' }, bytesOf(10, 1));
      await expect(snapshots.get('office')).rejects.toMatchObject({
        reason: 'the snapshot of "office" was made by somebody else',
      });
      // It is put anew.
      expect(await snapshots.put('home', { epoch: 'a', seq: 2, bytes: bytesOf(10, 2) })).toBe('put');
      expect((await snapshots.get('home'))?.seq).toBe(2);
    }));
});
