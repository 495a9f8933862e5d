import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const PASSPHRASE = 'richtig Pferd Batterie';
const OWN = '/api/v1/backups/own';
const PATIENCE = { timeout: 50_000, interval: 20 } as const;

describe('backups of the gateway over REST', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      history: true,
      simulator: { interfaces: ['HmIP-RF'] },
      waitForCcu: false,
      restartable: () => true,
    });
  });
  afterAll(() => world.close());

  const status = async () => (await world.call('GET', `${OWN}/status`)).json;
  async function make(body: object = {}): Promise<string> {
    const { status: code, json } = await world.call('POST', OWN, { body });
    expect([code, json]).toEqual([202, { id: expect.stringMatching(/^ccu-gateway-/) }]);
    await expect.poll(async () => (await status()).busy, PATIENCE).toBeNull();
    expect((await status()).last).toMatchObject({ id: json.id, state: 'done' });
    return json.id;
  }
  async function bytesOf(id: string): Promise<Uint8Array<ArrayBuffer>> {
    const headers = { authorization: `Bearer ${world.tokens.admin}` };
    const answer = await fetch(`${world.url}${OWN}/${id}/download`, { headers });
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${id}.tar.gz"`,
    ]);
    return new Uint8Array(await answer.arrayBuffer());
  }
  async function upload(body: Uint8Array<ArrayBuffer>) {
    const headers = { authorization: `Bearer ${world.tokens.admin}`, 'content-type': 'application/octet-stream' };
    const answer = await fetch(`${world.url}${OWN}/upload`, { method: 'POST', headers, body });
    return { status: answer.status, json: await answer.json() };
  }
  const restore = (id: string, body: object) => world.call('POST', `${OWN}/${id}/restore`, { body });
  const left = () => readdirSync(join(world.dataDir, 'backups/gateway')).filter((name) => name.startsWith('.'));

  it('are made while it runs, read again, handed out, deleted and taken back, and each is written down', async () => {
    const id = await make({ history: false });
    const [listed] = (await world.call('GET', OWN)).json;
    expect(listed).toMatchObject({ id, with_key: false, problem: null, verified_at: expect.any(String) });
    expect(listed.parts).toEqual(expect.arrayContaining(['ccu-gateway.db', 'config.yaml']));
    const { events } = (await world.call('GET', '/api/v1/events/log?topics=system.own_backup')).json;
    const told = events.map(({ payload }: { payload: object }) => payload);
    expect([told[0], told.at(-1)]).toMatchObject([
      { id, state: 'running' },
      { id, state: 'done' },
    ]);
    const verified = await world.call('POST', `${OWN}/${id}/verify`);
    expect([verified.status, verified.json]).toEqual([200, expect.objectContaining({ id, sha256: listed.sha256 })]);
    const bytes = await bytesOf(id);
    expect(bytes.byteLength).toBe(listed.bytes);
    expect((await upload(bytes)).json).toMatchObject({ code: 'conflict', reason: 'backup_exists' });
    expect((await world.call('DELETE', `${OWN}/${id}`)).status).toBe(204);
    expect((await world.call('GET', OWN)).json).toEqual([]);
    expect(await upload(bytes)).toEqual({ status: 201, json: verified.json });
    expect((await world.call('GET', OWN)).json).toEqual([{ ...listed, verified_at: expect.any(String) }]);
    const { json: audit } = await world.call('GET', '/api/v1/audit?limit=20');
    const written = audit.filter(({ action }: { action: string }) => action.startsWith('gateway_backup_'));
    expect(written.map(({ action }: { action: string }) => action).reverse()).toEqual([
      'gateway_backup_create',
      'gateway_backup_download',
      'gateway_backup_delete',
      'gateway_backup_upload',
    ]);
    expect(left()).toEqual([]);
  });

  it('are made and deleted while a client sends one that does not come to its end', async () => {
    const { hostname, port } = new URL(world.url);
    const headers = { authorization: `Bearer ${world.tokens.admin}`, 'content-type': 'application/octet-stream' };
    const stalled = request({ hostname, port, method: 'POST', path: `${OWN}/upload`, headers });
    const failed = new Promise((settle) => stalled.once('error', settle));
    stalled.write(new Uint8Array(1_024));
    await expect.poll(left, PATIENCE).toHaveLength(1);
    expect((await status()).busy).toBeNull();
    const id = await make({ history: false });
    const bytes = await bytesOf(id);
    expect((await world.call('DELETE', `${OWN}/${id}`)).status).toBe(204);
    expect((await upload(bytes)).status).toBe(201);
    expect((await world.call('DELETE', `${OWN}/${id}`)).status).toBe(204);
    stalled.destroy();
    await failed;
    await expect.poll(left, PATIENCE).toEqual([]);
    expect((await status()).busy).toBeNull();
  });

  it('are refused to all users but administrators [N01]', async () => {
    for (const as of ['viewer', 'operator', 'stranger'] as const) {
      const asked = [
        await world.call('GET', OWN, { as }),
        await world.call('POST', OWN, { as, body: {} }),
        await world.call('GET', `${OWN}/x/download`, { as }),
        await world.call('POST', `${OWN}/x/restore`, { as, body: {} }),
      ];
      expect(asked.map((answer) => answer.status)).toEqual(Array(4).fill(as === 'stranger' ? 401 : 403));
    }
  });

  it('are made one at a time, and nothing else is done with them meanwhile', async () => {
    const [first, second] = await Promise.all([
      world.call('POST', OWN, { body: {} }),
      world.call('POST', OWN, { body: {} }),
    ]);
    const [begun, refused] = first.status === 202 ? [first, second] : [second, first];
    expect([begun.status, refused.status, refused.json.reason]).toEqual([202, 409, 'own_backup_busy']);
    await expect.poll(async () => (await status()).busy, PATIENCE).toBeNull();
  });

  it('refuse a file that is none, one cut short and one that is not there, and keep nothing of it [N02]', async () => {
    const before = (await world.call('GET', OWN)).json.length;
    const bytes = await bytesOf((await world.call('GET', OWN)).json[0].id);
    expect(await upload(new TextEncoder().encode('no archive'))).toMatchObject({
      status: 422,
      json: { reason: 'backup_foreign' },
    });
    expect(await upload(bytes.slice(0, bytes.length - 100))).toMatchObject({
      status: 422,
      json: { reason: 'backup_damaged' },
    });
    for (const [method, path] of [
      ['POST', 'none/verify'],
      ['POST', 'none/restore'],
      ['GET', 'none/download'],
      ['GET', '..%2f..%2fsecret.key/download'],
    ] as const) {
      expect((await world.call(method, `${OWN}/${path}`)).status).toBeGreaterThanOrEqual(400);
      expect((await world.call(method, `${OWN}/${path}`)).status).toBeLessThan(500);
    }
    expect([(await world.call('GET', OWN)).json.length, left()]).toEqual([before, []]);
  });

  it('are restored after everything was checked, between the stop and the next start [N03]', async () => {
    const anna = { username: 'anna', password: 'correct horse battery', role: 'viewer' };
    expect((await world.call('POST', OWN, { body: { passphrase: 'kurz' } })).status).toBe(400);
    const id = await make({ passphrase: PASSPHRASE });
    expect((await world.call('POST', '/api/v1/users', { body: anna })).status).toBe(201);
    const wrong = await restore(id, { passphrase: 'eine andere Passphrase' });
    expect([wrong.status, wrong.json.reason]).toEqual([422, 'backup_passphrase']);
    const checked = await restore(id, { passphrase: PASSPHRASE, check_only: true });
    expect([checked.status, checked.json]).toEqual([
      200,
      { status: 'checked', key_restored: false, contents: expect.objectContaining({ id, with_key: true }) },
    ]);
    expect([(await status()).busy, left()]).toEqual([null, []]);
    const accepted = await restore(id, { passphrase: PASSPHRASE });
    expect([accepted.status, accepted.json.status]).toEqual([202, 'restore_signalled']);
    expect((await world.call('DELETE', `${OWN}/${id}`)).json.reason).toBe('own_backup_busy');
    expect(await world.gateway.stopRequested).toBe('restore');
    expect(world.logged()).not.toContain(PASSPHRASE);
    await world.gateway.stop('restore');
    const restored = await world.gateway.carryOutRestore();
    expect(restored).toMatchObject({ id, state: 'done', revocations_known: true, pins_lost: 0 });
    world = await world.restart({ restored });
    expect(await status()).toMatchObject({ busy: null, restored: { id, state: 'done' } });
    const { json: users } = await world.call('GET', '/api/v1/users');
    expect(JSON.stringify(users)).not.toContain('anna');
    const { text: audit } = await world.call('GET', '/api/v1/audit?limit=50');
    expect([audit.includes('gateway_backup_restore'), audit.includes(PASSPHRASE)]).toEqual([true, false]);
  });

  it('that could not be restored in the end are reported, and the data is unchanged [N04]', async () => {
    const id = await make();
    expect((await restore(id, {})).status).toBe(202);
    await world.gateway.stopRequested;
    const { lockDataDir } = await import('@ccu-gateway/storage');
    await world.gateway.stop('restore');
    const lock = await lockDataDir(world.dataDir);
    const restored = await world.gateway.carryOutRestore();
    lock.release();
    expect(restored).toMatchObject({ id, state: 'failed', error: expect.any(String) });
    world = await world.restart({ restored });
    expect((await status()).restored).toMatchObject({ state: 'failed' });
    await expect
      .poll(async () => (await world.call('GET', '/api/v1/incidents')).text, PATIENCE)
      .toContain('A backup of the gateway was not restored');
  });
});

it('a gateway that cannot start itself again refuses to restore, and still checks', async () => {
  await using world = await startWorld({ history: true, simulator: { interfaces: ['HmIP-RF'] }, waitForCcu: false });
  const { json } = await world.call('POST', OWN, { body: {} });
  await expect.poll(async () => (await world.call('GET', `${OWN}/status`)).json.busy, PATIENCE).toBeNull();
  const ask = (body: object) => world.call('POST', `${OWN}/${json.id}/restore`, { body });
  expect((await ask({})).json.reason).toBe('restore_unsupported');
  expect((await ask({ check_only: true })).json.status).toBe('checked');
});
