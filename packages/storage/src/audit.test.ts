import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { startStorage } from '../test/fixture.js';

const all = { limit: 1000, offset: 0 };

describe('the audit log', () => {
  it('gives back what was recorded, newest first, also what is not on disk yet', async () => {
    const world = await startStorage();
    const { audit } = world.storage;
    audit.record({
      at: 1,
      action: 'data_point_write',
      deviceAddress: 'ABC0001',
      channelNo: 4,
      parameter: 'LEVEL',
      user: 'a',
    });
    audit.record({ at: 2, action: 'logging.override_set', changes: [{ parameter: 'x', before: null, after: 1 }] });
    expect(await audit.query(all)).toEqual([
      { id: 2, at: 2, action: 'logging.override_set', changes: [{ parameter: 'x', before: null, after: 1 }] },
      {
        id: 1,
        at: 1,
        action: 'data_point_write',
        deviceAddress: 'ABC0001',
        channelNo: 4,
        parameter: 'LEVEL',
        user: 'a',
      },
    ]);
    world.close();
  });

  it('filters by device, action and time, and pages', async () => {
    const world = await startStorage();
    const { audit } = world.storage;
    for (let at = 1; at <= 5; at += 1)
      audit.record({ at, action: at % 2 ? 'Link_Add' : 'value', deviceAddress: `DEV000${at}` });
    const times = async (query: object) => (await audit.query({ ...all, ...query })).map((entry) => entry.at);
    expect(await times({ op: 'link' })).toEqual([5, 3, 1]);
    expect(await times({ device: 'dev0004' })).toEqual([4]);
    expect(await times({ device: '%' })).toEqual([]);
    expect(await times({ since: 2, until: 4 })).toEqual([3, 2]);
    expect(await times({ limit: 2, offset: 1 })).toEqual([4, 3]);
    world.close();
  });

  it('lets everything else run while it looks for a rare device in a long history', async () => {
    const world = await startStorage();
    const db = new Database(world.storage.file);
    const insert = db.prepare(`INSERT INTO audit (at, action, device_address, entry) VALUES (?, 'value', ?, '{}')`);
    db.transaction(() => {
      for (let at = 1; at <= 7_000; at += 1) insert.run(at, at % 3_000 === 1 ? 'RARE' : 'COMMON');
    })();
    db.close();
    let turns = 0;
    let isWaiting = true;
    const countTurn = () => {
      turns += 1;
      if (isWaiting) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    const ids = (entries: readonly { readonly id?: number }[]) => entries.map(({ id }) => id);
    expect(ids(await world.storage.audit.query({ device: 'rare', limit: 10, offset: 0 }))).toEqual([6_001, 3_001, 1]);
    isWaiting = false;
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(ids(await world.storage.audit.query({ device: 'rare', limit: 10, offset: 1 }))).toEqual([3_001, 1]);
    expect(ids(await world.storage.audit.query({ limit: 2, offset: 4_999 }))).toEqual([2_001, 2_000]);
    world.close();
  });

  it('keeps what access control reports, without line breaks that could forge a line', async () => {
    const world = await startStorage();
    world.storage.audit.sink.write({
      at: 9,
      action: 'auth.login',
      outcome: 'refused',
      subject: 'eve\nroot',
      scheme: 'none',
      peer: '10.0.0.9',
      client: '203.0.113.9',
      reason: 'invalid_credentials',
      target: 'a\nb',
      requestId: 'r1',
    });
    expect(await world.storage.audit.query(all)).toEqual([
      {
        id: 1,
        at: 9,
        action: 'auth.login',
        outcome: 'refused',
        user: 'eve\nroot',
        scheme: 'none',
        peer: '10.0.0.9',
        client: '203.0.113.9',
        requestId: 'r1',
        note: 'target="a\\nb" reason="invalid_credentials"',
      },
    ]);
    world.close();
  });

  it('is on disk a quarter of a second later, and when the storage closes', async () => {
    const world = await startStorage();
    const rows = () => {
      const db = new Database(world.storage.file, { readonly: true });
      const count = db.prepare('SELECT count(*) FROM audit').pluck().get();
      db.close();
      return count;
    };
    world.storage.audit.record({ at: 1, action: 'a' });
    expect(rows()).toBe(0);
    world.tick(250);
    expect(rows()).toBe(1);
    world.storage.audit.record({ at: 2, action: 'b' });
    world.storage.close();
    expect(rows()).toBe(2);
    world.close();
  });

  it('keeps entries while the database refuses them and writes them later', async () => {
    const world = await startStorage({ busyTimeoutMs: 10 });
    const other = new Database(world.storage.file);
    other.exec('BEGIN IMMEDIATE');
    world.storage.audit.record({ at: 1, action: 'a' });
    world.tick(250);
    expect(world.events).toContain('audit.write_failed');
    other.exec('ROLLBACK');
    other.close();
    world.tick(5000);
    world.storage.close();
    const { audit } = await world.reopen();
    expect(await audit.query(all)).toHaveLength(1);
    world.close();
  });
});
