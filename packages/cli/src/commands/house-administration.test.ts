import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cli, NOW, type Seen, startServer } from '../../test/fixture.js';

type Answer = Parameters<typeof startServer>[0];

let gateway: Awaited<ReturnType<typeof startServer>>;
afterEach(() => gateway.close());
const given = async (answer: Answer) => {
  gateway = await startServer(answer);
};
const run = (argv: readonly string[], more: Parameters<typeof cli>[1] = {}) =>
  cli(argv, { ...more, env: { ...gateway.env, ...more.env } });
const asked = () => gateway.seen.map(({ method, path, body }: Seen) => [method, path, body]);
const changes = () => asked().filter(([method]) => method !== 'GET');

describe('status', () => {
  const info = { version: '1.2.3', uptime: '2h0m0s' };
  const answer =
    (status: string, connected: boolean): Answer =>
    ({ path }) => {
      if (path.endsWith('/info')) return { body: info };
      if (path.endsWith('/interfaces')) return { body: [{ id: 'home-HmIP-RF', connected, note: 'no way back' }] };
      const components = [{ name: 'storage', status, note: 'disk full' }];
      return { status: status === 'unhealthy' ? 503 : 200, body: { status, components } };
    };

  it('is one screen, and exit 0 where all is well', async () => {
    await given(answer('healthy', true));
    const ran = await run(['status']);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('1.2.3');
    expect(ran.out).toContain('1 of 1 connected');
    expect(ran.out).not.toContain('doctor');
  });

  it.each([
    ['degraded', true, 'storage: degraded. disk full'],
    ['healthy', false, 'home-HmIP-RF: not connected. no way back'],
    ['unhealthy', true, 'health      unhealthy'],
  ])('reports a problem where the health is %s and an interface is connected: %s', async (status, connected, said) => {
    await given(answer(status, connected));
    const ran = await run(['status']);
    expect(ran.code).toBe(7);
    expect(ran.out).toContain(said);
    expect(ran.out).toContain('ccu-gateway doctor');
  });
});

describe('messages', () => {
  const service = { id: '7', name: 'LOWBAT', central: 'home', device_name: 'Window', timestamp: 't', quittable: false };
  const alarm = { id: '9', name: 'Smoke', central: 'home', timestamp: 't', display_name: 'Smoke!' };
  const answer: Answer = ({ method, path }) => {
    if (path.includes('ack-all')) return { body: { acknowledged: path.includes('alarm') ? 1 : 2 } };
    if (method !== 'GET') return { status: 202 };
    return { body: path.includes('alarm') ? [alarm] : [service] };
  };

  it('are listed, alarms first', async () => {
    await given(answer);
    expect((await run(['messages', 'list'])).out).toBe(
      '9\talarm\thome\t-\tSmoke!\tt\n7\tservice\thome\tWindow\tLOWBAT\tt\n',
    );
  });

  it('are acknowledged one by one where they belong, or all', async () => {
    await given(answer);
    expect((await run(['messages', 'ack', '9'])).out).toContain('Smoke!');
    expect((await run(['messages', 'ack', '7'])).code).toBe(0);
    expect((await run(['messages', 'ack', '--all', '--central', 'home'])).out).toBe('acknowledged 3\n');
    expect(changes().map(([, path]) => path)).toEqual([
      '/api/v1/alarm-messages/9/ack?central=home',
      '/api/v1/service-messages/7/ack?central=home',
      '/api/v1/service-messages/ack-all?central=home',
      '/api/v1/alarm-messages/ack-all?central=home',
    ]);
  });

  it('are left alone where none or several match, or none is named', async () => {
    await given(answer);
    expect((await run(['messages', 'ack', '8'])).code).toBe(3);
    expect((await run(['messages', 'ack'])).code).toBe(2);
    expect((await run(['messages', 'ack', '9', '--all'])).code).toBe(2);
    await gateway.close();
    await given(({ path }) => ({ body: [{ ...(path.includes('alarm') ? alarm : service), id: '9' }] }));
    expect((await run(['messages', 'ack', '9'])).code).toBe(6);
    expect(changes()).toEqual([]);
  });
});

describe('sessions', () => {
  const session = {
    id: 's1',
    subject: 'anna',
    address: '192.0.2.7',
    live_sockets: 0,
    expires_at: new Date(NOW + 3_600_000).toISOString(),
    current: false,
  };

  it('are listed for all users', async () => {
    await given(() => ({ body: [session] }));
    expect((await run(['session', 'list', '--all'])).out).toMatch(/^s1\tanna\t192\.0\.2\.7\tnever\t.*\t0\n$/);
    expect(asked()[0]?.[1]).toBe('/api/v1/auth/sessions?all=true');
  });

  it('end one by one, and all of a user after a question', async () => {
    await given(() => ({ status: 204 }));
    expect((await run(['session', 'end', 's1'])).code).toBe(0);
    expect((await run(['session', 'end', '--subject', 'anna', '--yes'])).code).toBe(0);
    expect((await run(['session', 'end', '--subject', 'anna'], { tty: true, typed: ['n\r'] })).code).toBe(2);
    expect((await run(['session', 'end'])).code).toBe(2);
    expect(changes().map(([, path]) => path)).toEqual([
      '/api/v1/auth/sessions/s1',
      '/api/v1/auth/sessions?subject=anna',
    ]);
  });
});

describe('the description of the API', () => {
  it('is printed, or written where nothing is yet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-openapi-'));
    await given(() => ({ body: { openapi: '3.1.0' } }));
    expect(JSON.parse((await run(['openapi'])).out)).toEqual({ openapi: '3.1.0' });
    const file = join(folder, 'api.json');
    expect((await run(['openapi', '--out', 'api.json'], { cwd: folder })).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ openapi: '3.1.0' });
    expect((await run(['openapi', '-o', file])).code).toBe(6);
    const nowhere = join(folder, 'missing', 'api.json');
    expect((await run(['openapi', '-o', nowhere])).code).toBe(1);
    expect(existsSync(nowhere)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('is made into types or a collection by a library that is installed beside it', async () => {
    const described = readFileSync(new URL('../../../../contract/openapi.json', import.meta.url), 'utf8');
    await given(() => ({ body: JSON.parse(described) }));
    const types = (await run(['openapi', '--types'])).out;
    expect(types).toMatch(/^export interface paths \{/m);
    expect(types).toContain('"/devices"');
    const made = await run(['openapi', '--postman']);
    expect(made).toMatchObject({ code: 0, err: '' });
    const { info, item } = JSON.parse(made.out);
    expect(info.schema).toContain('v2.1.0/collection.json');
    const folder = item.find(({ name }: { readonly name: string }) => name === 'devices');
    const requests = folder.item.map(({ name }: { readonly name: string }) => name);
    expect(requests).toContain('List the devices of all CCUs or of one, page by page');
  });

  it('is refused in two forms at once, and where it cannot be converted', async () => {
    await given(() => ({ body: { openapi: '3.1.0' } }));
    expect((await run(['openapi', '--types', '--postman'])).code).toBe(2);
    const ran = await run(['openapi', '--postman']);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('cannot be converted') });
  });
});
