import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worldsOn } from './fixture.js';
import { noPostgres, type PostgresServer, startPostgres } from './server.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
const DAY_MS = 86_400_000;
const NOW = 1_700_000_000_000;

describe.skipIf(noPostgres !== undefined)(`the bounds of what is kept in PostgreSQL${note}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());
  const startWorld = worldsOn(() => server);

  it('hold for each kind of audit entry by itself, in number and in age', async () => {
    const world = await startWorld();
    const { audit } = await world.open();
    const fill = (kind: string, rows: number, at: number) =>
      server.sql(
        `INSERT INTO ${world.schema}.audit (id, at, kind, action, entry)
         SELECT nextval('${world.schema}.audit_ids'), ${at} + i, '${kind}', '${kind}', '{"at":1}'
         FROM generate_series(1, ${rows}) AS i`,
        'gateway',
      );
    fill('sign_in', 20_500, NOW - DAY_MS);
    fill('administration', 10, NOW - DAY_MS);
    fill('administration', 10, NOW - 1_200 * DAY_MS);
    // Before the clock was set: their age is unknown.
    fill('administration', 10, 0);
    audit.record({ at: NOW, action: 'central_create' });
    const entries = await audit.query({ limit: 50_000, offset: 0 });
    const kept = entries.filter(({ action }) => action === undefined).length;
    expect(entries[0]).toMatchObject({ action: 'central_create' });
    expect(kept).toBeLessThanOrEqual(20_000 + 20);
    expect(await audit.query({ op: 'administration', limit: 100, offset: 0 })).toHaveLength(20);
    await world.close();
  });

  it('hold for incidents: the newest 5 000', async () => {
    const world = await startWorld();
    const { incidents } = await world.open();
    server.sql(
      `INSERT INTO ${world.schema}.incidents (at, component, severity, summary)
       SELECT i, 'link', 'info', 's' FROM generate_series(1, 5200) AS i`,
      'gateway',
    );
    const incident = {
      at: 6_000,
      central: null,
      component: 'link',
      severity: 'info',
      summary: 's',
      detail: null,
    } as const;
    await incidents.add(incident);
    const kept = await incidents.query({ limit: 10_000 });
    expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([5_000, 6_000, 202]);
    await world.close();
  });
});
