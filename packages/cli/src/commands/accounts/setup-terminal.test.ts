import { hostname } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../../test/fixture.js';

const PASSWORD = 'correct horse battery';
const TOKEN = 'T'.repeat(43);
const cookies = ['service_session=sess; Path=/; HttpOnly', 'service_csrf=crsf; Path=/'];
const CCU = {
  serial: '3014F711A0001F5A4993C2A1',
  name: 'ccu3',
  host: '192.0.2.7',
  suggested_host: '192.0.2.7',
  manufacturer: 'eQ-3',
  model: 'CCU3',
  last_seen: '2026-11-24T00:00:00Z',
  already_configured: false,
};

describe('setting up at a terminal', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());

  const asked = () => gateway.seen.map(({ method, path }) => `${method} ${path.replace('/api/v1', '').split('?')[0]}`);
  const bodyOf = (path: string) =>
    gateway.seen.find((seen) => seen.method === 'POST' && seen.path.endsWith(path))?.body;
  const run = (...typed: string[]) =>
    cli(['setup', 'create'], { env: { CCU_GATEWAY_URL: gateway.url }, tty: true, typed });

  /** A gateway where setup is open; answers by path, else nothing. */
  async function start(answers: Readonly<Record<string, object>> = {}): Promise<void> {
    const all: Readonly<Record<string, object>> = {
      '/setup/status': { body: { required: true } },
      '/auth/login': {
        body: { subject: 'admin', role: 'admin', scheme: 'session' },
        headers: { 'set-cookie': cookies as unknown as string },
      },
      '/centrals/discovered': { body: [CCU] },
      '/centrals/probe': { body: { reachable: true, login: 'accepted', interfaces: ['HmIP-RF'] } },
      '/interfaces': { body: [{ id: 'home-HmIP-RF', name: 'HmIP-RF', connected: true, interface: 'HmIP-RF' }] },
      '/centrals': { status: 201, body: { name: 'home', host: '192.0.2.7', enabled: true, interfaces: [] } },
      '/interfaces/home-HmIP-RF/loop-test': { body: { interface_id: 'home-HmIP-RF', ok: true, rtt_ms: 12 } },
      '/auth/tokens/v2': { status: 201, body: { token: TOKEN, fingerprint: 'f'.repeat(64), expires_at: null } },
      ...answers,
    };
    gateway = await startServer(
      ({ path }: Seen) => all[path.replace('/api/v1', '').split('?')[0] ?? ''] ?? { status: 204 },
    );
  }

  it('creates the administrator, connects the discovered CCU, tests its events and prints the first token', async () => {
    await start();
    const ran = await run('\r', `${PASSWORD}\r`, `${PASSWORD}\r`, '1\r', 'Admin\r', 'of the ccu\r');
    expect(ran).toMatchObject({
      code: 0,
      err: expect.stringContaining('1  3014F711A0001F5A4993C2A1  ccu3  CCU3  192.0.2.7'),
    });
    expect(ran.out).toContain('connected with 192.0.2.7 as home\nhome-HmIP-RF: what it sends arrives after 12 ms\n');
    expect(ran.out).toContain(`export CCU_GATEWAY_URL=${gateway.url}\nexport CCU_GATEWAY_TOKEN=${TOKEN}\n`);
    expect(ran.out + ran.err).not.toMatch(/correct horse|of the ccu/);
    expect(asked()).toEqual([
      'GET /setup/status',
      'POST /setup',
      'POST /auth/login',
      'GET /centrals/discovered',
      'POST /centrals/probe',
      'POST /centrals',
      'GET /interfaces',
      'POST /interfaces/home-HmIP-RF/loop-test',
      'POST /auth/tokens/v2',
      'POST /auth/logout',
    ]);
    expect(bodyOf('/setup')).toEqual({ admin: { username: 'admin', password: PASSWORD } });
    const ccu = { name: 'home', host: '192.0.2.7', enabled: true, username: 'Admin', password_plain: 'of the ccu' };
    expect(bodyOf('/centrals')).toEqual({ ...ccu, interfaces: [{ name: 'HmIP-RF' }] });
    expect(bodyOf('/auth/tokens/v2')).toEqual({
      subject: `admin@${hostname()}`,
      role: 'operator',
      expires_in_days: 90,
    });
  });

  it('leaves the CCU for later where none is named', async () => {
    await start({ '/centrals/discovered': { body: [] } });
    const ran = await run('anna\r', `${PASSWORD}\r`, `${PASSWORD}\r`, '\r');
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('a CCU for later') });
    expect(bodyOf('/centrals')).toBeUndefined();
  });

  it('reports a CCU without an answer or without arriving events, and completes the setup (exit 7)', async () => {
    await start({ '/centrals/probe': { body: { reachable: false, note: 'it refuses the connection' } } });
    const words = ['\r', `${PASSWORD}\r`, `${PASSWORD}\r`, 'ccu.lan\r', '\r'];
    const refused = await run(...words);
    expect(refused).toMatchObject({ code: 7, out: expect.stringContaining('not connected with a CCU: it refuses') });
    expect(refused.out).toContain(TOKEN);
    expect(bodyOf('/centrals')).toBeUndefined();
    await gateway.close();
    const loop = { interface_id: 'home-HmIP-RF', ok: false, hop: 'callback', cause: 'a firewall' };
    await start({ '/interfaces/home-HmIP-RF/loop-test': { body: loop } });
    const unheard = await run(...words);
    expect(unheard).toMatchObject({ code: 7, out: expect.stringContaining('does not arrive (callback): a firewall') });
  });
});
