import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { openPostgres } from '@ccu-gateway/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openGate } from '../../../packages/postgres/test/gate.js';
import { noPostgres, type PostgresServer, role, startPostgres } from '../../../packages/postgres/test/server.js';
import { ConfigError, loadConfig } from '../src/config/index.js';
import { rotateLocked } from '../src/secret-command/rotate-locked.js';
import { mintAt, openFleet } from './fleet-members.js';
import { connectSocket } from './socket.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
const anna = { username: 'anna', password: 'ein langes Passwort' };
async function signIn(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const { headers: answered } = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(anna),
  });
  return answered
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const patience = { timeout: 50_000, interval: 20 };

describe.skipIf(noPostgres !== undefined)(`gateways that share PostgreSQL${note}`, () => {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());
  let way: object = {};
  const fleet = openFleet(() => ({ ...server.place, schema: `fleet_${schemas}`, pool_size: 3, ...way }));
  afterEach(async () => {
    // A test that failed may have left it stopped.
    await server.start();
    await fleet.close();
    schemas += 1;
    way = {};
  });

  it('share accounts, sessions and settings, and only the first one is set up', async () => {
    const [one, other] = await Promise.all([fleet.start(), fleet.start()]);
    const setups = await Promise.all(
      [one, other].map(({ call }) => call('/setup', { method: 'POST', body: JSON.stringify(anna) })),
    );
    expect(setups.map(({ status }) => status).sort()).toEqual([204, 409]);
    const token = await mintAt(one.gateway, 'admin', 'script');
    expect((await other.call('/auth/me', { token })).json).toMatchObject({ subject: 'script', role: 'admin' });
    const put = { method: 'PUT', body: JSON.stringify({ dark: true }), token };
    expect((await one.call('/me/preferences/ui', put)).status).toBeLessThan(300);
    expect((await other.call('/me/preferences/ui', { token })).json).toMatchObject({ value: { dark: true } });
    // What one of them records is written a moment later.
    await vi.waitFor(async () => {
      const { json } = await other.call('/audit?limit=50', { token });
      expect(JSON.stringify(json)).toContain('token.create');
    }, patience);
  });

  it('report an unknown outcome for a new token where the database did not answer', async () => {
    const gate = await openGate(server.tcp);
    way = gate.place;
    try {
      const { gateway, call } = await fleet.start();
      const token = await mintAt(gateway, 'admin', 'script');
      gate.loseAnswersTo('COMMIT');
      const body = JSON.stringify({ subject: 'ha', role: 'viewer' });
      const { status, json } = await call('/auth/tokens', { method: 'POST', token, body });
      gate.loseAnswersTo(undefined);
      expect([status, json.reason]).toEqual([502, 'outcome_unknown']);
      // In this case there is.
      await vi.waitFor(async () => {
        expect(JSON.stringify((await call('/auth/tokens', { token })).json)).toContain('"ha"');
      }, patience);
    } finally {
      await fleet.close();
      gate.close();
    }
  });

  it('are set up by no caller of one while the file of another one lets people in, until access is reset', async () => {
    const other = await fleet.start({ name: 'gateway-2' });
    const setUp = () => other.call('/setup', { method: 'POST', body: JSON.stringify(anna) });
    const required = async () => (await other.call('/setup/status')).json.required;
    expect(await required()).toBe(true);
    const users = { karl: 'ein Passwort der Datei' };
    const one = await fleet.start({ name: 'gateway-1', users });
    expect(await required()).toBe(false);
    expect(await setUp()).toMatchObject({ status: 409, json: { reason: 'setup_already_done' } });
    const command = await openPostgres({ ...server.place, schema: `fleet_${schemas}`, listen: false });
    const noted = async () => (await command.auth.ownWays?.list())?.map(({ gateway, way }) => [gateway, way]);
    expect(await noted()).toEqual([['gateway-1', 'config_users']]);
    await command.resetAccess(Date.now());
    // The one that still has it notes it again.
    await vi.waitFor(async () => expect(await noted()).toEqual([['gateway-1', 'config_users']]), patience);
    await one.gateway.stop('test');
    expect((await setUp()).status).toBe(409);
    await command.resetAccess(Date.now());
    await command.close();
    expect((await setUp()).status).toBe(204);
  });

  it('take one setup code that the log of each of them shows, and let go of it afterwards', async () => {
    const bootstrap = { require_code: true };
    const [one, other] = [await fleet.start({ bootstrap }), await fleet.start({ bootstrap })];
    const [code, same] = [one, other].map(
      ({ logged }) => /"code":"([\w-]{12})","msg":"setup\.onboarding\.code"/.exec(logged())?.[1],
    );
    expect(code).toBeDefined();
    expect(same).toBe(code);
    const assertKept = (condition: string) =>
      server.sql(
        `DO $$ BEGIN ASSERT ${condition} (SELECT FROM fleet_${schemas}.facts
           WHERE key = 'setup_code' AND value LIKE '"enc:v1:%' AND value NOT LIKE '%${code}%'); END $$`,
        'gateway',
      );
    assertKept('EXISTS');
    const setUp = (body: object) =>
      other.call('/setup', { method: 'POST', body: JSON.stringify({ ...anna, ...body }) });
    expect((await setUp({ code: 'AAAAAAAAAAAA' })).json).toMatchObject({ reason: 'setup_code_invalid' });
    expect((await setUp({ code })).status).toBe(204);
    assertKept('NOT EXISTS');
  });

  it('end the sockets of a token on all of them when one of them revokes it', async () => {
    const [one, other] = [await fleet.start(), await fleet.start()];
    const token = await mintAt(one.gateway, 'viewer', 'panel');
    const kept = await mintAt(other.gateway, 'viewer', 'another');
    const sockets = await Promise.all([one, other].map(({ gateway }) => connectSocket(gateway.url, token)));
    const untouched = await connectSocket(other.gateway.url, kept);
    const fingerprint = createHash('sha256').update(token).digest('hex');
    await one.gateway.auth.tokens.revoke(fingerprint, { subject: 'test', scheme: 'cli', peer: '' });
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
    expect((await other.call('/auth/me', { token })).status).toBe(401);
    expect((await other.call('/auth/me', { token: kept })).status).toBe(200);
    untouched.close();
  });

  it('let no user in while it is away, report that, and continue by themselves with everything recorded meanwhile', async () => {
    const one = await fleet.start();
    const token = await mintAt(one.gateway, 'admin', 'script');
    const watcher = await connectSocket(one.gateway.url, token);
    await server.kill();
    // A kept record counts until the number of changes was asked for again.
    const refusal = { status: 503, json: { reason: 'auth_store_unavailable' } };
    await vi.waitFor(async () => expect(await one.call('/auth/me', { token })).toMatchObject(refusal), patience);
    expect((await one.call('/auth/me', { token })).status).toBe(503);
    const storage = async () => {
      const { components } = (await one.call('/health')).json as { components: { name: string; note?: string }[] };
      return components.find(({ name }) => name === 'storage');
    };
    expect(await storage()).toMatchObject({ status: 'degraded', note: expect.stringContaining('PostgreSQL') });
    expect((await one.call('/auth/me', { token: 'x'.repeat(43) })).status).toBe(503);
    await server.start();
    await vi.waitFor(async () => expect((await one.call('/auth/me', { token })).status).toBe(200), patience);
    await vi.waitFor(async () => expect(await storage()).toMatchObject({ status: 'healthy' }), patience);
    // Whoever was connected stays so: nothing said that it may not.
    const other = await fleet.start();
    const fingerprint = createHash('sha256').update(token).digest('hex');
    await other.gateway.auth.tokens.revoke(fingerprint, { subject: 'test', scheme: 'cli', peer: '' });
    expect(await watcher.closed).toBe(4401);
  });

  it('start while it is away, let no user in, and ask for another start when it is there', async () => {
    const before = await fleet.start();
    await before.call('/setup', { method: 'POST', body: JSON.stringify(anna) });
    const cookie = await signIn(before.gateway.url);
    expect((await before.call('/auth/me', { headers: { cookie } })).status).toBe(200);
    await fleet.close();
    await server.kill();
    const one = await fleet.start();
    expect((await one.call('/setup', { method: 'POST', body: JSON.stringify(anna) })).status).toBe(503);
    expect(await one.call('/auth/me', { headers: { cookie } })).toMatchObject({
      status: 503,
      json: { reason: 'auth_store_unavailable' },
    });
    expect((await one.call('/auth/me')).status).toBe(401);
    expect((await one.call('/health')).json.components).toContainEqual(
      expect.objectContaining({ name: 'storage', status: 'degraded' }),
    );
    await server.start();
    expect(await one.gateway.stopRequested).toBe('storage works again');
  });

  it('refuse one with another key, and report the needed one', async () => {
    const one = await fleet.start();
    const refused = await fleet.start({ key: Buffer.alloc(32, 2).toString('base64') }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ConfigError);
    expect((refused as ConfigError).issues[0]?.message).toContain('need the same one');
    expect((await one.call('/health')).status).toBe(200);
  });

  it('refuse a database that a newer version wrote', async () => {
    await fleet.start();
    await fleet.close();
    server.sql(`UPDATE fleet_${schemas}.schema_version SET version = 99`, 'gateway');
    await expect(fleet.start()).rejects.toMatchObject({ code: 'storage_schema_newer' });
  });

  it('report the fault of the address, and write no password anywhere', async () => {
    const wrong = await fleet.start({ postgres: { password: 'not-the-password' } });
    expect(wrong.logged()).toMatch(/refuses the password of gateway.*correct the user or the password/);
    expect(wrong.logged()).not.toContain('not-the-password');
    const right = await fleet.start();
    expect(right.logged()).not.toContain(role.password);
    const sealed = readFileSync(right.file, 'utf8');
    expect(sealed).not.toContain(role.password);
    expect(sealed).toMatch(/password: ["']?enc:v1:/);
    await right.gateway.stop('test');
    const again = await fleet.start({ dir: right.dir });
    expect((await again.call('/auth/me', { token: await mintAt(again.gateway, 'viewer', 'panel') })).status).toBe(200);
  });

  it('have their secrets sealed anew together, while none of them runs', async () => {
    const one = await fleet.start({ ownKey: true });
    const token = await mintAt(one.gateway, 'admin', 'script');
    const oidc = { enabled: false, client_secret: 'client-secret' };
    const put = { method: 'PUT', body: JSON.stringify(oidc), token };
    expect((await one.call('/config/sections/north.rest.auth.oidc', put)).status).toBeLessThan(300);
    const key = readFileSync(join(one.dir, 'data', 'secret.key'), 'utf8').trim();
    const other = await fleet.start({ key });
    await one.gateway.stop('test');
    const env = {};
    const argv = ['--config', one.file, '--data-dir', join(one.dir, 'data')];
    const load = () => loadConfig({ argv, env, cwd: one.dir });
    await expect(rotateLocked(load())).rejects.toMatchObject({ code: 'storage_in_use' });
    expect(existsSync(join(one.dir, 'data', 'secret.key.new'))).toBe(false);
    await other.gateway.stop('test');
    // The mark, the secret of the provider, and the password of the database in the file.
    expect(await rotateLocked(load())).toMatchObject({ inFile: 1, inDatabase: 2 });
    await expect(fleet.start({ key })).rejects.toBeInstanceOf(ConfigError);
    const again = await fleet.start({ dir: one.dir, ownKey: true });
    expect((await again.call('/auth/me', { token })).status).toBe(200);
  });

  it('stop where their secrets were sealed anew while they were disconnected', async () => {
    const one = await fleet.start();
    const command = await openPostgres({ ...server.place, schema: `fleet_${schemas}`, listen: false });
    const sealed = createSecretBox(new Uint8Array(32).fill(9), (size) => new Uint8Array(size).fill(3)).seal(
      'ccu-gateway',
      'facts.key_probe',
    );
    const isListening = `usename = 'gateway' AND query LIKE 'LISTEN%' OR query LIKE '%access_changes%'`;
    await vi.waitFor(async () => {
      server.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND (${isListening})`,
      );
      await command.reseal(() => sealed);
    }, patience);
    expect(await one.gateway.stopRequested).toBe('secrets were sealed with another key');
    await command.close();
    await expect(fleet.start()).rejects.toBeInstanceOf(ConfigError);
  });

  it('take a URL with everything in it', async () => {
    const { host, port } = server.tcp;
    const url = `postgres://${role.user}:${role.password}@${host}:${port}/${role.database}`;
    const one = await fleet.start({ postgres: { url, host: '', port: 5432, password: '' } });
    await mintAt(one.gateway, 'viewer', 'panel');
    expect(one.logged()).not.toContain(role.password);
    const bad = fleet.start({ postgres: { url: 'postgres://nowhere', host: '' } });
    await expect(bad).rejects.toBeInstanceOf(ConfigError);
  });
});
