import { describe, expect, it } from 'vitest';
import { AuthConfigError, createAuth, createMemoryStores } from '../src/index.js';
import { bearer, describeRequest, passwords } from '../src/testing/index.js';
import { startWorld } from './world.js';

const proxy = '192.168.1.50';
const trusting = { throttled: true, trustedProxies: [`${proxy}/32`] };
const forwarded = (...lines: readonly string[]) => ({
  peer: proxy,
  headers: lines.map((line) => ['X-Forwarded-For', line] as const),
});

describe('behind a trusted proxy', () => {
  it('several lines of X-Forwarded-For are one list, in their order [K08]', async () => {
    const world = await startWorld(trusting);
    // The caller writes the first line itself and changes it with each guess; the proxy adds the second.
    for (let guess = 0; guess < 5; guess += 1)
      expect(
        (await world.login('root', 'wrong-password', forwarded(`198.51.100.${guess}`, '203.0.113.9'))).status,
      ).toBe(401);
    expect((await world.login('root', passwords.root, forwarded('198.51.100.77', '203.0.113.9'))).status).toBe(429);
    expect((await world.login('root', passwords.root, forwarded('203.0.113.9', '198.51.100.77'))).status).toBe(200);
  });

  it('the audit shows the client and the proxy it came through', async () => {
    const world = await startWorld(trusting);
    await world.login('root', passwords.root, forwarded('203.0.113.9'));
    await world.login('root', 'wrong-password', forwarded('203.0.113.9'));
    await world.call({
      ...forwarded(),
      headers: { Authorization: bearer(world.tokens.admin), 'X-Forwarded-For': '203.0.113.7' },
    });
    await world.login('op', passwords.op, { peer: proxy });
    const whence = world.audit
      .filter(({ action }) => action.startsWith('auth.'))
      .map(({ peer, client }) => [peer, client]);
    expect(whence).toEqual([
      [proxy, '203.0.113.9'],
      [proxy, '203.0.113.9'],
      [proxy, '203.0.113.7'],
      [proxy, undefined],
    ]);
  });

  it('a token on an open socket is counted and recorded for the client, too', async () => {
    const world = await startWorld(trusting);
    const from = (client: string) => ({ peer: proxy, client });
    for (let guess = 0; guess < 60; guess += 1) await world.auth.reauth('A'.repeat(43), from('203.0.113.9'));
    expect(await world.auth.reauth('A'.repeat(43), from('203.0.113.9'))).toMatchObject({
      problem: { code: 'rate_limited' },
    });
    expect(await world.auth.reauth('A'.repeat(43), from('203.0.113.8'))).toMatchObject({
      problem: { code: 'unauthorized' },
    });
    await world.auth.reauth(world.tokens.admin, from('203.0.113.7'));
    expect(world.audit.slice(-2)).toMatchObject([
      { action: 'auth.reauth', peer: proxy, client: '203.0.113.8' },
      { action: 'auth.request', outcome: 'ok', peer: proxy, client: '203.0.113.7' },
    ]);
  });

  it('a refusal is recorded for one caller, for all addresses of its IPv6 /64', async () => {
    const world = await startWorld(trusting);
    for (const client of ['2001:db8:1:1::9', '2001:db8:1:1:ffff::1', '203.0.113.9'])
      await world.login('root', 'wrong-password', forwarded(client));
    await world.login('root', 'wrong-password', { peer: '2001:db8:1:2::9' });
    expect(world.audit.map(({ source }) => source).slice(-4)).toEqual([
      '2001:db8:1:1::/64',
      '2001:db8:1:1::/64',
      '203.0.113.9',
      '2001:db8:1:2::/64',
    ]);
  });

  it('sessions and tokens name the client, not the proxy', async () => {
    const world = await startWorld(trusting);
    await world.login('root', passwords.root, forwarded('203.0.113.9'));
    expect((await world.stores.sessions.list()).map(({ address }) => address)).toEqual(['203.0.113.9']);
  });

  it('setup judges the client that the proxy reports, and refuses one it cannot read', async () => {
    const world = await startWorld({ ...trusting, empty: true });
    const create = async (input: Parameters<typeof describeRequest>[0]) => {
      const request = describeRequest({ method: 'POST', target: '/api/v1/setup', ...input });
      const answer = await world.auth.setup.create(request, { username: 'admin', password: 'first-Passwort' });
      return answer.ok ? 'created' : answer.problem.reason;
    };
    world.canary.plant('first-Passwort');
    expect(await create(forwarded('203.0.113.9'))).toBe('setup_remote_forbidden');
    expect(await create(forwarded('192.168.1.7', '203.0.113.9'))).toBe('setup_remote_forbidden');
    expect(await create(forwarded('somewhere'))).toBe('setup_remote_forbidden');
    expect(await create({ peer: proxy, headers: { Forwarded: 'for=192.168.1.7' } })).toBe('setup_remote_forbidden');
    expect(world.audit.at(0)).toMatchObject({ action: 'setup.create', peer: proxy, client: '203.0.113.9' });
    expect(await create(forwarded('203.0.113.9', '192.168.1.7'))).toBe('created');
  });
});

describe('the path that a trusted proxy takes off', () => {
  const below = (prefix: string, peer = proxy) => ({
    peer,
    headers: { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Prefix': prefix },
  });
  const basePathOf = async (prefix: string, peer?: string) => {
    const world = await startWorld(trusting);
    const inspected = world.auth.inspect(describeRequest(below(prefix, peer)));
    return inspected.ok && inspected.value.facts.basePath;
  };

  it('is the prefix of links and cookies of the answer [K27]', async () => {
    const world = await startWorld(trusting);
    const answer = await world.login('root', passwords.root, below('/house/gateway'));
    expect(answer.cookies).toHaveLength(2);
    expect(answer.cookies.every((cookie) => cookie.includes('; Path=/house/gateway/;'))).toBe(true);
    for (const prefix of ['/house/gateway', '/house/gateway/'])
      expect(await basePathOf(prefix)).toBe('/house/gateway/');
  });

  it('is not believed of another peer, nor when it is no plain path [K27]', async () => {
    expect(await basePathOf('/house', '192.168.1.51')).toBe('/');
    const wrong = [
      '',
      '/',
      'house',
      '//evil.example',
      '/house//evil',
      '/../house',
      '/house/..',
      '/house/.hidden',
      'https://evil.example/',
      '/a"><script>',
      '/a;Domain=evil.example',
      '/a, /b',
      '/%2e%2e',
      '/a?b',
      `/${'a'.repeat(65)}`,
      '/a'.repeat(9),
    ];
    for (const prefix of wrong) expect([prefix, await basePathOf(prefix)]).toEqual([prefix, '/']);
  });

  it('is named once [K27]', async () => {
    const world = await startWorld(trusting);
    const headers = ['/house', '/house'].map((value) => ['X-Forwarded-Prefix', value] as const);
    expect((await world.call({ peer: proxy, headers })).reason).toBe('header_duplicate');
  });

  it('may still be on the request, when the proxy reports it [K27]', async () => {
    const world = await startWorld(trusting);
    const seen = (target: string, headers: Readonly<Record<string, string>>, peer = proxy) => {
      const inspected = world.auth.inspect(
        describeRequest({ peer, target, headers: { 'X-Forwarded-For': '203.0.113.9', ...headers } }),
      );
      const { basePath, path, query } = inspected.ok ? inspected.value.facts : {};
      return [basePath, path, query];
    };
    const named = { 'X-Script-Name': '/addons/gateway' };
    expect(seen('/addons/gateway/api/v1/info?a=1', named)).toEqual(['/addons/gateway/', '/api/v1/info', 'a=1']);
    expect(seen('/addons/gateway/', named)).toEqual(['/addons/gateway/', '/', '']);
    const asItIs = ['/', '/addons/gateway/x', ''];
    expect(seen('/addons/gateway/x', named, '192.168.1.51')).toEqual(asItIs);
    expect(seen('/addons/gateway/x', { 'X-Script-Name': '/addons/../gateway' })).toEqual(asItIs);
    expect(seen('/addons/gatewayx', named)).toEqual(['/', '/addons/gatewayx', '']);
    expect(seen('/api/v1/info', named)).toEqual(['/', '/api/v1/info', '']);
    const both = { ...named, 'X-Forwarded-Prefix': '/addons/gateway' };
    expect(seen('/addons/gateway/x', both)).toEqual(['/addons/gateway/', '/addons/gateway/x', '']);
    const twice = ['/house', '/house'].map((value) => ['X-Script-Name', value] as const);
    expect((await world.call({ peer: proxy, headers: twice })).reason).toBe('header_duplicate');
  });

  it('gives way to the path of the ingress', async () => {
    const path = `/api/hassio_ingress/${'a'.repeat(43)}`;
    const world = await startWorld({
      ingress: {},
      build: { supervised: true },
      trustedProxies: ['172.30.32.2/32'],
    });
    const headers = { 'X-Ingress-Path': path, 'X-Forwarded-Prefix': '/house' };
    const inspected = world.auth.inspect(describeRequest({ peer: '172.30.32.2', headers }));
    expect(inspected.ok && inspected.value.facts.basePath).toBe(`${path}/`);
  });
});

describe('a peer that forwards without being trusted', () => {
  it('makes setup a remote call, from this machine too, and is named once with the setting', async () => {
    for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Prefix', 'X-Script-Name']) {
      const world = await startWorld({ empty: true });
      const request = describeRequest({ method: 'POST', peer: '127.0.0.1', headers: { [header]: '192.168.1.7' } });
      for (let call = 0; call < 2; call += 1) {
        const answer = await world.auth.setup.create(request, { username: 'admin', password: 'first-Passwort' });
        expect(answer).toMatchObject({ ok: false, problem: { reason: 'setup_remote_forbidden' } });
      }
      const said = world.log.filter(({ event }) => event === 'auth.proxy.untrusted');
      expect(said).toMatchObject([{ level: 'warn', fields: { peer: '127.0.0.1', setting: 'trustedProxies' } }]);
    }
  });

  it('cannot be distinguished from a caller on its machine if it adds no header, named or not, but for the Host it passes on', async () => {
    for (const trustedProxies of [[], ['127.0.0.1']]) {
      const world = await startWorld({ empty: true, trustedProxies });
      const create = async (host: string) => {
        const request = describeRequest({ method: 'POST', peer: '127.0.0.1', headers: { Host: host } });
        const answer = await world.auth.setup.create(request, { username: 'admin', password: 'first-Passwort' });
        return answer.ok ? 'created' : answer.problem.reason;
      };
      world.canary.plant('first-Passwort');
      expect(await create('house.example.org')).toBe('host_not_allowed');
      expect(await create('127.0.0.1:8080')).toBe('created');
    }
  });

  it('is logged as a warning before the accounts lock for all callers through it', async () => {
    const world = await startWorld({ throttled: true });
    const through = { peer: '127.0.0.1', headers: { 'X-Forwarded-For': '203.0.113.9' } };
    expect((await world.login('root', 'wrong-password', through)).status).toBe(401);
    expect(world.log.filter(({ event }) => event === 'auth.proxy.untrusted').length).toBe(1);
  });

  it('cannot fill the log by coming from ever new addresses', async () => {
    const world = await startWorld();
    for (let index = 0; index < 100; index += 1)
      await world.call({ peer: `192.168.2.${index}`, headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(world.log.filter(({ event }) => event === 'auth.proxy.untrusted').length).toBe(16);
  });

  it('is no news when it is the ingress proxy', async () => {
    const world = await startWorld({ ingress: {}, build: { supervised: true } });
    const headers = { 'X-Ingress-Path': `/api/hassio_ingress/${'a'.repeat(43)}`, 'X-Forwarded-For': '192.168.1.7' };
    expect((await world.call({ peer: '172.30.32.2', headers })).status).toBe(200);
    expect(world.log.some(({ event }) => event === 'auth.proxy.untrusted')).toBe(false);
  });
});

describe('the networks of trusted proxies', () => {
  const make = (entry: string) => () =>
    createAuth({ roleChecks: 'enforced', stores: createMemoryStores(), trustedProxies: [entry] });

  it.each(['0.0.0.0/0', '203.0.112.0/23', '192.0.0.0/8', '172.0.0.0/8', '::/0', '2001:db8::/55', 'f000::/4'])(
    'may not be as wide as %s, which covers public addresses',
    (entry) => {
      expect(make(entry)).toThrow(AuthConfigError);
      expect(make(entry)).toThrow(/trustedProxies.*too wide for public addresses/s);
    },
  );

  it.each([
    '203.0.113.0/24',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '127.0.0.0/8',
    'fd00::/8',
    '2001:db8::/56',
  ])('may be %s', (entry) => {
    expect(make(entry)).not.toThrow();
  });
});
