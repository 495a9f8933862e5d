import { randomBytes } from 'node:crypto';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { PostgresPlace } from '@ccu-gateway/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noPostgres, type PostgresServer, startPostgres } from '../../../../../packages/postgres/test/server.js';
import { ConfigError } from '../../config/index.js';
import { createLogLevels } from '../../log/levels.js';
import { createLog } from '../../log/log.js';
import { createLogRecords } from '../../log/records.js';
import type { SharedPart } from '../../storage/shared.js';
import { systemTime } from '../../time/time.js';
import { openSharedPart } from './shared-part.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
const boxOf = (fill: number) => createSecretBox(new Uint8Array(32).fill(fill), randomBytes);

describe.skipIf(noPostgres !== undefined)(`a start without a PostgreSQL that can be used${note}`, () => {
  let server: PostgresServer;
  let schema = '';
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
    server.sql(`CREATE ROLE clerk LOGIN PASSWORD 'clerk-password'`);
  });
  afterAll(() => server?.dispose());
  const opened: SharedPart[] = [];
  afterEach(async () => {
    for (const part of opened.splice(0)) await part.close();
    server.sql('ALTER ROLE gateway RESET default_transaction_read_only');
    await server.start();
  });

  let canStartWith: () => Promise<void> = async () => {};
  const open = async (place: Partial<PostgresPlace> = {}, key = 1) => {
    const now = systemTime.now;
    const lines: string[] = [];
    const log = createLog({
      ...{ levels: createLogLevels('debug', {}, now), records: createLogRecords(10), format: 'json', now },
      out: { write: (line) => void lines.push(line) },
    });
    const part = await openSharedPart({
      place: { ...server.place, schema, ...place },
      ...{ box: boxOf(key), keyProblem: undefined, time: systemTime, log, gatherMs: 100, gateway: 'one' },
      canStartWith: () => canStartWith(),
    });
    opened.push(part);
    return { part, complaints: () => lines.filter((line) => line.includes('storage.shared.unavailable')).length };
  };
  const clerk = { user: 'clerk', password: 'clerk-password' };
  /** Where nothing is yet. */
  const newSchema = () => {
    schemas += 1;
    schema = `part_${schemas}`;
  };
  const madeSchema = async () => {
    newSchema();
    const { part } = await open();
    await part.close();
    const rights = [
      `GRANT USAGE ON SCHEMA ${schema} TO clerk`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO clerk`,
    ];
    server.sql(rights.join(';'), 'gateway');
  };
  const raise = (by: number) => server.sql(`UPDATE ${schema}.schema_version SET version = version + ${by}`, 'gateway');

  it('waits while the schema is older and the role may not update it', async () => {
    await madeSchema();
    raise(-1);
    const { part, complaints } = await open(clerk);
    expect([part.stores, await part.worksAgain(), await part.worksAgain()]).toEqual([undefined, false, false]);
    expect(part.trouble()).toMatch(/lacks rights.*42501.*GRANT.*meanwhile only users of the configuration file/);
    expect(complaints()).toBe(1);
    // As another gateway has updated it.
    raise(1);
    expect(await part.worksAgain()).toBe(true);
    expect((await open(clerk)).part.stores).toBeDefined();
  });

  it('waits while the server may only be read', async () => {
    await madeSchema();
    server.sql('ALTER ROLE gateway SET default_transaction_read_only TO on');
    const { part } = await open();
    expect([part.stores, await part.worksAgain()]).toEqual([undefined, false]);
    expect(part.trouble()).toContain('a standby (25006)');
    server.sql('ALTER ROLE gateway RESET default_transaction_read_only');
    expect(await part.worksAgain()).toBe(true);
  });

  it('waits while nothing is there and the role may make nothing', async () => {
    newSchema();
    const { part } = await open(clerk);
    expect([part.stores, await part.worksAgain()]).toEqual([undefined, false]);
    server.sql(`CREATE SCHEMA ${schema} AUTHORIZATION clerk`, 'gateway');
    expect(await part.worksAgain()).toBe(true);
  });

  it.each([
    ['holds secrets of another key', async () => {}, 2, 'sealed with another key'],
    ['was written by a newer version', async () => raise(1), 1, 'update this gateway'],
  ])(
    'reports the fault that would refuse another start where the database that came back %s',
    async (_, change, key, why) => {
      await madeSchema();
      await change();
      await server.kill();
      const { part, complaints } = await open({}, key);
      expect([part.stores, part.trouble()]).toEqual([undefined, expect.not.stringContaining(why)]);
      await server.start();
      expect([await part.worksAgain(), await part.worksAgain()]).toEqual([false, false]);
      expect(part.trouble()).toContain(why);
      expect(complaints()).toBe(2);
    },
  );

  it('waits while a start would be refused for what is kept there', async () => {
    await madeSchema();
    await server.kill();
    const { part } = await open();
    await server.start();
    canStartWith = () =>
      Promise.reject(new ConfigError('config_invalid', [{ path: 'mqtt', origin: 'mqtt', message: 'unknown key' }]));
    expect(await part.worksAgain()).toBe(false);
    expect(part.trouble()).toContain('mqtt: unknown key');
    canStartWith = () => Promise.reject(new GatewayError('validation', 'the CCU home cannot be opened'));
    expect(await part.worksAgain()).toBe(false);
    expect(part.trouble()).toContain('the CCU home cannot be opened');
    canStartWith = async () => {};
    expect(await part.worksAgain()).toBe(true);
  });

  it('keeps nothing open after a look', async () => {
    await madeSchema();
    await server.kill();
    const { part } = await open();
    await server.start();
    expect(await part.worksAgain()).toBe(true);
    const { openPostgres } = await import('@ccu-gateway/postgres');
    const command = await openPostgres({ ...server.place, schema, listen: false });
    // Refused while a gateway is connected.
    expect(await command.reseal((sealed) => sealed)).toBe(1);
    await command.close();
  });
});
