import { describe, expect, it } from 'vitest';
import { startStorage, type World } from '../../test/fixture.js';
import { loadSqlite } from '../database/driver/driver.js';
import type { Connection } from '../database/driver/sqlite.js';

const sqlite = await loadSqlite();

const all = { limit: 1000, offset: 0 };

describe('the audit log', () => {
  it('lets everything else run while it looks for a rare device in a long history', async () => {
    const world = await startStorage();
    const db = sqlite.open(world.storage.file);
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

  it('keeps the records of access control, without line breaks that could forge a line', async () => {
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

  it('names the token that was used by its first digits, and in a row of several refusals only where it is one', async () => {
    const world = await startStorage();
    const write = (credential: string, outcome: 'ok' | 'refused', at: number) =>
      world.storage.audit.sink.write({
        at,
        action: 'auth.request',
        outcome,
        subject: 'grafana',
        scheme: 'bearer',
        peer: '10.0.0.9',
        reason: 'forbidden_role',
        credential,
      });
    write('token:0123456789ab', 'ok', 1);
    write('session:0123456789ab', 'ok', 2);
    write('token:aaaaaaaaaaaa', 'refused', 3);
    write('token:aaaaaaaaaaaa', 'refused', 4);
    write('token:bbbbbbbbbbbb', 'refused', 60_001);
    write('token:cccccccccccc', 'refused', 60_002);
    const entries = await world.storage.audit.query(all);
    const tokens = entries.map(({ at, tokenFingerprint }) => [at, tokenFingerprint]);
    expect(tokens.toSorted(([a = 0], [b = 0]) => Number(a) - Number(b))).toEqual([
      [1, '0123456789ab'],
      [2, undefined],
      [3, 'aaaaaaaaaaaa'],
      [60_001, undefined],
    ]);
    world.close();
  });

  it('is on disk a quarter of a second later, and when the storage closes', async () => {
    const world = await startStorage();
    const rows = () => {
      const db = sqlite.open(world.storage.file);
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
    const other = sqlite.open(world.storage.file);
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

  it('waits for no other process, however long that holds the database', async () => {
    // A wait would take a minute, which is longer than a test may.
    const world = await startStorage({ busyTimeoutMs: 60_000 });
    const other = sqlite.open(world.storage.file);
    other.exec('BEGIN IMMEDIATE');
    world.storage.audit.record({ at: 1, action: 'central_create' });
    world.tick(250);
    expect(world.events).toContain('audit.write_failed');
    other.exec('ROLLBACK');
    other.close();
    world.close();
  });

  it('gathers frequent entries for the configured time, and writes administration at once with all of them', async () => {
    const world = await startStorage({ gatherMs: 8_000 });
    const rows = () => {
      const db = sqlite.open(world.storage.file);
      const actions = db.prepare('SELECT action FROM audit ORDER BY id').pluck().all();
      db.close();
      return actions;
    };
    world.storage.audit.record({ at: 1, action: 'data_point_write', deviceAddress: 'A' });
    world.storage.audit.record({ at: 2, action: 'auth.login', outcome: 'ok' });
    world.tick(7_999);
    expect(rows()).toEqual([]);
    world.tick(1);
    expect(rows()).toEqual(['data_point_write', 'auth.login']);
    world.storage.audit.record({ at: 3, action: 'sysvar_write' });
    world.storage.audit.record({ at: 4, action: 'central_create' });
    world.tick(250);
    expect(rows()).toEqual(['data_point_write', 'auth.login', 'sysvar_write', 'central_create']);
    world.close();
  });
});

const MINUTE = 60_000;
const START = 1_700_000_040_000;

const refused = (world: World, at: number, peer: string, more: object = {}) =>
  world.storage.audit.sink.write({
    at,
    action: 'auth.request',
    outcome: 'refused',
    subject: 'anonymous',
    scheme: 'none',
    peer,
    reason: 'invalid_credentials',
    ...more,
  });

describe('refused requests', () => {
  it('are one entry for each source, minute and reason, for any number of them', async () => {
    const world = await startStorage();
    for (let index = 0; index < 5_000; index += 1) refused(world, START + (index % 50) * 1_000, '10.0.0.9');
    refused(world, START + 1_000, '10.0.0.9', { reason: 'throttled' });
    refused(world, START + MINUTE, '10.0.0.9');
    // Behind a proxy the source is the client that it reports.
    refused(world, START, '10.0.0.9', { client: '203.0.113.8' });
    // Part of it is on disk already when the rest comes.
    await world.storage.audit.query(all);
    for (let index = 0; index < 5; index += 1) refused(world, START + 59_000, '10.0.0.9', { subject: 'eve' });
    const entries = await world.storage.audit.query(all);
    expect(entries.map(({ at, peer, client, note }) => [at - START, client ?? peer, note])).toEqual([
      [MINUTE, '10.0.0.9', 'reason="invalid_credentials"'],
      [1_000, '10.0.0.9', 'reason="throttled"'],
      [0, '203.0.113.8', 'reason="invalid_credentials"'],
      [0, '10.0.0.9', 'reason="invalid_credentials" count=5005 others=["eve"]'],
    ]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(4);
    world.close();
  });

  it('are one entry for a source that has many addresses', async () => {
    const world = await startStorage();
    for (let index = 1; index <= 2_000; index += 1)
      refused(world, START, `2001:db8:1:1::${index.toString(16)}`, { source: '2001:db8:1:1::/64' });
    refused(world, START, '2001:db8:1:2::1', { source: '2001:db8:1:2::/64' });
    const entries = await world.storage.audit.query(all);
    expect(entries.map(({ peer, note }) => [peer, note])).toEqual([
      ['2001:db8:1:2::1', 'reason="invalid_credentials"'],
      ['2001:db8:1:1::1', expect.stringContaining('count=2000')],
    ]);
    world.close();
  });

  it('take the room of a few entries also when they come from very many sources, with texts as long as can be', async () => {
    const world = await startStorage();
    for (let index = 0; index < 20_000; index += 1) {
      refused(world, START, `2001:db8::${index.toString(16)}`, { subject: 'x'.repeat(5_000) });
    }
    const entries = await world.storage.audit.query({ limit: 5_000, offset: 0 });
    expect(entries.length).toBeLessThanOrEqual(513);
    expect(entries.find(({ peer }) => peer === 'many')?.note).toMatch(/count=\d{5}/);
    expect(JSON.stringify(entries).length).toBeLessThan(513 * 600);
    world.close();
  });

  it('are not lost, and not counted twice, when they could not be written', async () => {
    const world = await startStorage({ gatherMs: 1_000 });
    const other = sqlite.open(world.storage.file);
    other.exec('BEGIN IMMEDIATE');
    refused(world, START, '10.0.0.9');
    world.tick(1_000);
    refused(world, START, '10.0.0.9');
    other.exec('ROLLBACK');
    other.close();
    world.tick(5_000);
    expect(await world.storage.audit.query(all)).toMatchObject([{ note: expect.stringMatching(/count=2$/) }]);
    world.close();
  });
});

describe('the bounds of the history', () => {
  const counts = (db: Connection): Readonly<Record<string, unknown>> => ({
    ...Object.fromEntries(
      db
        .prepare<[], { kind: string; rows: number }>('SELECT kind, count(*) AS rows FROM audit GROUP BY kind')
        .all()
        .map(({ kind, rows }) => [kind, rows]),
    ),
    refusals: db.prepare('SELECT count(*) FROM audit_refusals').pluck().get(),
  });
  const fill = (db: Connection, kind: string, rows: number) =>
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
      INSERT INTO audit (at, kind, action, entry) SELECT ${START} + i, '${kind}', 'a', '{}' FROM n`);

  it('hold for each kind by itself: no number of others pushes administration out', async () => {
    const world = await startStorage();
    const db = sqlite.open(world.storage.file);
    fill(db, 'administration', 10);
    fill(db, 'operation', 150_500);
    fill(db, 'sign_in', 20_500);
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20500)
      INSERT INTO audit_refusals SELECT 1000000 + i, i, 's', 'w', 1, ${START} + i, 'a', '{"entry":{},"others":[]}' FROM n`);
    refused(world, START + MINUTE, '10.0.0.9');
    await world.storage.audit.query({ limit: 1, offset: 0 });
    const { administration, operation, sign_in, refusals } = counts(db);
    expect(administration).toBe(10);
    expect(operation).toBeLessThanOrEqual(150_000);
    expect(sign_in).toBeLessThanOrEqual(20_000);
    expect(refusals).toBeLessThanOrEqual(20_000);
    db.close();
    world.close();
  });

  it('are an age for each kind, and take nothing that was written before the clock was set', async () => {
    const world = await startStorage();
    const day = 86_400_000;
    const ages = [0, 300, 500, 1_200];
    const db = sqlite.open(world.storage.file);
    const insert = db.prepare(`INSERT INTO audit (at, kind, action, entry) VALUES (?, ?, 'a', '{}')`);
    for (const kind of ['administration', 'operation', 'sign_in']) {
      for (const age of ages) insert.run(1_700_000_000_000 - age * day, kind);
      insert.run(5, kind);
    }
    refused(world, START, '10.0.0.9');
    await world.storage.audit.query(all);
    expect(counts(db)).toMatchObject({ administration: 4, operation: 3, sign_in: 3 });
    db.close();
    world.close();
  });
});
