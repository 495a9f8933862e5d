import { afterEach, describe, expect, it } from 'vitest';
import { cli, type Seen, startServer } from '../../../test/fixture.js';

let gateway: Awaited<ReturnType<typeof startServer>>;
afterEach(() => gateway.close());
const run = (argv: readonly string[], more: Parameters<typeof cli>[1] = {}) =>
  cli(argv, { ...more, env: { ...gateway.env, ...more.env } });
const changes = () =>
  gateway.seen.flatMap(({ method, path, body }: Seen) => (method === 'GET' ? [] : [[method, path, body]]));

const cabin = { name: 'cabin', host: '192.0.2.9', enabled: true, interfaces: [{ name: 'HmIP-RF' }] };
const add = ['central', 'add', 'cabin', '--host', '192.0.2.9'];

/** Gateway with this result of a probe of the CCU. */
async function givenProbe(probe: object): Promise<void> {
  gateway = await startServer(({ path }) =>
    path.endsWith('/probe') ? { body: probe } : { status: 201, body: { ...cabin, password_plain: '***' } },
  );
}

describe('CCUs of a gateway', () => {
  it('are listed', async () => {
    gateway = await startServer(() => ({ body: [cabin] }));
    expect((await run(['central', 'list'])).out).toBe('cabin\t192.0.2.9\tyes\tHmIP-RF\t-\n');
  });

  it('that are in the network are listed', async () => {
    const found = {
      serial: 'A1',
      name: 'x',
      host: 'h',
      suggested_host: 'ccu.lan',
      last_seen: 't',
      already_configured: false,
    };
    gateway = await startServer(() => ({ body: [found] }));
    expect((await run(['central', 'discover'])).out).toBe('A1\tx\tccu.lan\t-\tno\n');
  });

  it('are added with the interfaces that they run, once they answered and took the login', async () => {
    await givenProbe({ reachable: true, login: 'accepted', interfaces: ['HmIP-RF', 'BidCos-RF'] });
    const ran = await run([...add, '--username', 'Admin', '--password-stdin'], { stdin: 'canary\n' });
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('central test cabin') });
    expect(ran.out + ran.err).not.toContain('canary');
    const settings = { name: 'cabin', host: '192.0.2.9', enabled: true, username: 'Admin', password_plain: 'canary' };
    expect(changes()).toEqual([
      ['POST', '/api/v1/centrals/probe', { ...settings, interfaces: [{ name: 'HmIP-RF' }] }],
      ['POST', '/api/v1/centrals', { ...settings, interfaces: [{ name: 'HmIP-RF' }, { name: 'BidCos-RF' }] }],
    ]);
  });

  it.each([
    ['does not answer', { reachable: false, note: 'nobody listens there' }, 'nobody listens there'],
    ['refuses the login', { reachable: true, login: 'refused', interfaces: ['HmIP-RF'] }, 'login refused'],
    ['says nothing of its interfaces', { reachable: true }, 'which interfaces'],
  ])('are not added where one %s', async (_what, probe, said) => {
    await givenProbe(probe);
    const ran = await run(add);
    expect(ran.code).toBe(7);
    expect(ran.err).toContain(said);
    expect(changes().map(([, path]) => path)).toEqual(['/api/v1/centrals/probe']);
  });

  it('are added unseen only with the interfaces named', async () => {
    await givenProbe({});
    expect((await run([...add, '--force'])).code).toBe(2);
    expect((await run([...add, '--force', '--interfaces', 'CUxD, HmIP-RF', '--tls'])).code).toBe(0);
    const interfaces = [{ name: 'CUxD' }, { name: 'HmIP-RF' }];
    expect(changes()).toEqual([
      ['POST', '/api/v1/centrals', { name: 'cabin', host: '192.0.2.9', enabled: true, tls: true, interfaces }],
    ]);
  });

  it('ask for no password where there is no terminal, and send nothing', async () => {
    await givenProbe({});
    const ran = await run([...add, '--username', 'Admin']);
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('--password-stdin') });
    expect(changes()).toEqual([]);
  });

  it('are proved interface by interface', async () => {
    gateway = await startServer(({ method, path }) => {
      if (method === 'GET') return { body: path.includes('central=home') ? [{ id: 'a' }, { id: 'b' }] : [] };
      const id = path.split('/').at(-2);
      return { body: { interface_id: id, ok: id === 'a', rtt_ms: 12, hop: 'callback', cause: 'a firewall' } };
    });
    const ran = await run(['central', 'test', 'home']);
    expect(ran).toMatchObject({ code: 7, out: 'a\tyes, 12 ms\t-\t\nb\tno\tcallback\ta firewall\n' });
    expect((await run(['central', 'test', 'barn'])).code).toBe(3);
  });

  it('are removed after a question', async () => {
    gateway = await startServer(() => ({ status: 204 }));
    expect((await run(['central', 'remove', 'cabin'], { tty: true, typed: ['n\r'] })).code).toBe(2);
    expect(changes()).toEqual([]);
    expect((await run(['central', 'remove', 'cabin', '--yes'])).code).toBe(0);
    expect(changes()).toEqual([['DELETE', '/api/v1/centrals/cabin', undefined]]);
  });

  it('of the file are taken over, and current ones are written to it, after a question that names the effects', async () => {
    const state = {
      file: '/etc/x.yaml',
      ignored: true,
      only_in_file: ['attic'],
      only_here: ['cabin'],
      changed: ['home'],
    };
    gateway = await startServer(({ method }) => (method === 'GET' ? { body: state } : { status: 204 }));
    const asked = await run(['central', 'take-file'], { tty: true, typed: ['n\r'] });
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('forget cabin; change home; add attic') });
    expect((await run(['central', 'write-file'])).code).toBe(2);
    expect(changes()).toEqual([]);
    expect((await run(['central', 'take-file', '--yes'])).code).toBe(0);
    expect(JSON.parse((await run(['central', 'write-file', '--yes', '--json'])).out)).toMatchObject({
      data: { file: '/etc/x.yaml', written: true },
    });
    expect(changes().map(([method, path]) => [method, path])).toEqual([
      ['POST', '/api/v1/centrals/file/take'],
      ['POST', '/api/v1/centrals/file/write'],
    ]);
  });
});
