import { describe, expect, it } from 'vitest';
import type { IngressOptions } from '../src/index.js';
import { createAuth, createMemoryStores, isSetBySupervisor } from '../src/index.js';
import { basic, bearer, browserWith, describeRequest, passwords, type RequestInput } from '../src/testing/index.js';
import { cli, startWorld } from './world.js';

const path = '/api/hassio_ingress/abcDEF_-0123456789';
const proxy = '172.30.32.2';
const throughProxy = (headers: Readonly<Record<string, string>> = {}, more: RequestInput = {}): RequestInput => ({
  peer: proxy,
  headers: { 'X-Ingress-Path': path, ...headers },
  ...more,
});
const supervised = { build: { supervised: true } } as const;
const startSupervised = (ingress: IngressOptions = {}) => startWorld({ ...supervised, ingress });

describe('a request through the trusted proxy', () => {
  it('is accepted with the configured role and named in the audit log [E01]', async () => {
    const world = await startSupervised();
    const answer = await world.call(throughProxy(), 'admin');
    expect(answer.status).toBe(200);
    expect(answer.principal).toMatchObject({ subject: 'ha-ingress', scheme: 'ingress', role: 'admin' });
    expect(world.audit.at(-1)).toMatchObject({ subject: 'ha-ingress', scheme: 'ingress', peer: proxy, outcome: 'ok' });
    const operator = await startSupervised({ role: 'operator' });
    expect((await operator.call(throughProxy(), 'admin')).reason).toBe('forbidden_role');
  });

  it('is one from the proxy itself, not from its neighbours [E02]', async () => {
    const world = await startSupervised();
    expect((await world.call(throughProxy({}, { peer: '172.30.33.9' }))).status).toBe(401);
    expect((await world.call(throughProxy({}, { peer: '172.30.32.3' }))).status).toBe(401);
  });

  it('may come as an IPv4 address inside IPv6 [E03]', async () => {
    const world = await startSupervised();
    for (const peer of ['::ffff:172.30.32.2', '::FFFF:172.30.32.2', '::ffff:ac1e:2002']) {
      expect([peer, (await world.call(throughProxy({}, { peer }))).status]).toEqual([peer, 200]);
    }
  });

  it('does not come from addresses that only look like it [E04]', async () => {
    const world = await startSupervised();
    for (const peer of ['::172.30.32.2', '64:ff9b::ac1e:2002', '::ffff:0:ac1e:2002', '172.30.32.2.evil', '']) {
      expect([peer, (await world.call(throughProxy({}, { peer }))).status]).toEqual([peer, 401]);
    }
  });

  it('is not made one by headers about where it came from [E05]', async () => {
    const world = await startSupervised();
    const claims = { 'X-Forwarded-For': proxy, 'X-Real-IP': proxy, Forwarded: `for=${proxy}` };
    expect((await world.call(throughProxy(claims, { peer: '192.168.1.50' }))).status).toBe(401);
  });

  it('names the path it is served under, in its exact form, and nothing of another form is repeated [E06]', async () => {
    const world = await startSupervised();
    const wrong = [
      '',
      '/',
      '//evil',
      'https://evil',
      `${path}/`,
      '/api/hassio_ingress/a"><script>',
      `/api/hassio_ingress/${'a'.repeat(129)}`,
      '/api/hassio_ingress/short',
    ];
    for (const value of wrong) {
      const answer = await world.call(throughProxy({ 'X-Ingress-Path': value }));
      expect([value, answer.status]).toEqual([value, 401]);
      if (value.length > 1) expect(JSON.stringify(answer)).not.toContain(value);
    }
    expect((await world.call({ peer: proxy })).status).toBe(401);
  });

  it('names it once [E07]', async () => {
    const world = await startSupervised();
    const headers: readonly (readonly [string, string])[] = [
      ['X-Ingress-Path', path],
      ['x-ingress-path', path],
    ];
    expect((await world.call({ peer: proxy, headers })).reason).toBe('header_duplicate');
  });

  it('names it in the header of that name and no other [E08]', async () => {
    const world = await startSupervised();
    expect((await world.call({ peer: proxy, headers: { X_Ingress_Path: path } })).status).toBe(401);
  });

  it('is only known to a supervised build [E09]', async () => {
    const world = await startWorld({ ingress: { enabled: true } });
    expect((await world.call(throughProxy())).status).toBe(401);
    const off = await startSupervised({ enabled: false });
    expect((await off.call(throughProxy())).status).toBe(401);
  });

  it('gives way to a genuine credential [E11]', async () => {
    const world = await startSupervised();
    const answer = await world.call(throughProxy({ Authorization: bearer(world.tokens.viewer) }));
    expect(answer.principal).toMatchObject({ scheme: 'bearer', role: 'viewer' });
    const user = await world.call(throughProxy({ Authorization: basic('op', passwords.op) }));
    expect(user.principal).toMatchObject({ scheme: 'basic', role: 'operator' });
  });

  it('is not hurt by a credential meant for another service, which is noted [E12]', async () => {
    const world = await startSupervised();
    for (const Authorization of [
      bearer('A'.repeat(43)),
      'Bearer eyJhbGciOi.foreign.jwt',
      basic('x', 'wrong-password'),
      'Digest a',
    ]) {
      expect((await world.call(throughProxy({ Authorization }))).principal?.scheme).toBe('ingress');
      expect(world.audit.some(({ reason }) => reason === 'credential_ignored')).toBe(true);
    }
  });

  it('is not hurt by a session cookie that has ended [E13]', async () => {
    const world = await startSupervised();
    const browser = await world.signIn('vi');
    world.clock.advance(12 * 3_600_000);
    expect((await world.call(throughProxy(browser.headers))).principal?.scheme).toBe('ingress');
  });

  it('changes nothing without a CSRF token bound to path and user [E14]', async () => {
    const world = await startSupervised();
    const user = { 'X-Remote-User-Id': 'abc' };
    const read = await world.call(throughProxy(user));
    const { csrf, cookie } = browserWith(read.cookies);
    expect((await world.call(throughProxy({ ...user }, { method: 'POST' }))).reason).toBe('csrf_invalid');
    const change = (headers: Readonly<Record<string, string>>) =>
      world.call(throughProxy({ ...user, Cookie: cookie, 'X-CSRF-Token': csrf, ...headers }, { method: 'POST' }));
    expect((await change({})).status).toBe(200);
    expect((await change({ 'X-Remote-User-Id': 'other' })).reason).toBe('csrf_invalid');
    expect((await change({ 'X-Ingress-Path': `${path}X` })).reason).toBe('csrf_invalid');
    expect((await change({ Origin: 'http://evil' })).reason).toBe('origin_forbidden');
  });

  it('gets cookies for its own path, so that the other add-ons of that origin do not see them [E15]', async () => {
    const world = await startSupervised();
    const answer = await world.login('root', passwords.root, throughProxy());
    expect(answer.cookies.every((cookie) => cookie.includes(`; Path=${path}/;`))).toBe(true);
    const out = await world.auth.logout(describeRequest(throughProxy(answer.browser.unsafe, { method: 'POST' })));
    expect(
      out.ok &&
        out.value.cookies.every((cookie) => cookie.includes(`; Path=${path}/;`) && cookie.includes('Max-Age=0')),
    ).toBe(true);
  });

  it('can have a role for each user of the proxy [E16]', async () => {
    const world = await startSupervised({ userRoles: { abc: 'viewer' } });
    const answer = await world.call(throughProxy({ 'X-Remote-User-Id': 'abc' }));
    expect(answer.principal).toMatchObject({ role: 'viewer', viaUser: 'abc', subject: 'ha-ingress' });
    expect(world.audit.at(-1)).toMatchObject({ viaUser: 'abc' });
    expect((await world.call(throughProxy({ 'X-Remote-User-Id': 'other' }))).principal?.role).toBe('admin');
    const token = { Authorization: bearer(world.tokens.operator), 'X-Remote-User-Id': 'abc' };
    const lan = await world.call({ headers: token });
    expect(lan.principal).toMatchObject({ role: 'operator' });
    expect(lan.principal?.viaUser).toBeUndefined();
  });

  it('has the name of the proxy’s user beside its subject, in every entry of the audit log [E21]', async () => {
    const world = await startSupervised({ role: 'operator' });
    const user = { 'X-Remote-User-Id': 'abc', 'X-Remote-User-Name': 'anna', 'X-Remote-User-Display-Name': 'Anna B.' };
    const answer = await world.call(throughProxy(user));
    const via = { subject: 'ha-ingress', viaUser: 'abc', viaUserName: 'anna' };
    expect(answer.principal).toMatchObject(via);
    expect(world.audit.at(-1)).toMatchObject({ ...via, outcome: 'ok' });
    await world.call(throughProxy(user), 'admin');
    expect(world.audit.at(-1)).toMatchObject({ ...via, outcome: 'refused', reason: 'forbidden_role' });
    const { 'X-Remote-User-Name': _, ...shown } = user;
    expect((await world.call(throughProxy(shown))).principal).toMatchObject({ viaUserName: 'Anna B.' });
  });

  it('has no name without the id that the name belongs to, and none from another peer [E21]', async () => {
    const world = await startSupervised();
    const name = { 'X-Remote-User-Name': 'anna' };
    expect((await world.call(throughProxy(name))).principal).not.toHaveProperty('viaUserName');
    const lan = {
      Authorization: bearer(world.tokens.admin),
      'X-Ingress-Path': path,
      'X-Remote-User-Id': 'abc',
      ...name,
    };
    const answer = await world.call({ peer: '192.168.1.50', headers: lan });
    expect(answer.principal).toMatchObject({ scheme: 'bearer' });
    expect(answer.principal).not.toHaveProperty('viaUserName');
    expect(JSON.stringify(world.audit)).not.toContain('anna');
  });

  it.each([
    ['of UTF-8', Buffer.from('Jörg Ægir', 'utf8').toString('latin1'), 'Jörg Ægir'],
    ['of Latin-1', 'J\u00f6rg', 'Jörg'],
    ['with characters that are not seen', Buffer.from('an\u202ena\u0000\u200b', 'utf8').toString('latin1'), 'anna'],
    ['longer than 64 characters', 'a'.repeat(500), 'a'.repeat(64)],
  ])('has a name %s as one short line [E21]', async (_what, header, name) => {
    const world = await startSupervised();
    const headers = { 'X-Remote-User-Id': 'abc', 'X-Remote-User-Name': header };
    expect((await world.call(throughProxy(headers))).principal?.viaUserName).toBe(name);
  });

  it('may come from an IPv6 network [E18]', async () => {
    const world = await startSupervised({ trustedProxyCidr: '172.30.32.2/32, fd0c:ac1e:2100::/48' });
    expect((await world.call(throughProxy({}, { peer: 'fd0c:ac1e:2100::2' }))).status).toBe(200);
    expect((await world.call(throughProxy({}, { peer: 'fd0c:ac1e:2100::2%eth0' }))).status).toBe(200);
    expect((await world.call(throughProxy({}, { peer: 'fd0c:ac1e:2101::2' }))).status).toBe(401);
  });

  it('does not lock its neighbours out by failed logins [E19]', async () => {
    const world = await startWorld({ ...supervised, throttled: true });
    for (let attempt = 0; attempt < 40; attempt += 1) await world.login('op', 'wrong-password', throughProxy());
    expect((await world.login('op', passwords.op, throughProxy())).status).toBe(429);
    expect((await world.login('vi', passwords.vi, throughProxy())).status).toBe(200);
    expect((await world.call(throughProxy())).status).toBe(200);
  });

  it('may show the pages in a frame of its origin, and links start with its path [E20]', async () => {
    const world = await startSupervised();
    const verdict = await world.auth.check(describeRequest(throughProxy()), 'public');
    if (!verdict.ok) throw new Error(verdict.problem.reason);
    expect(verdict.facts.basePath).toBe(`${path}/`);
    const csp = (facts: Parameters<typeof world.auth.staticHeaders>[0]) =>
      new Map(world.auth.staticHeaders(facts)).get('Content-Security-Policy');
    expect(csp(verdict.facts)).toBe("frame-ancestors 'self'");
    const lan = world.auth.inspect(describeRequest({ headers: { 'X-Ingress-Path': path } }));
    expect(lan.ok && lan.value.facts.basePath).toBe('/');
    expect(csp(lan.ok ? lan.value.facts : null)).toBe("frame-ancestors 'none'");
  });
});

describe('the settings of the trusted proxy', () => {
  const make = (ingress: IngressOptions) => () =>
    createAuth({ roleChecks: 'enforced', stores: createMemoryStores(), ...supervised, ingress });

  it('stop the start when they would trust too much or make no sense [E17]', () => {
    for (const trustedProxyCidr of [
      '0.0.0.0/0',
      '::/0',
      '::ffff:0:0/96',
      '::/48',
      '172.30.32.2/33',
      '172.30.32.5/23',
      '10.0.0.0/15',
      'fd0c::/47',
      '172.30.32.2/',
      '172.30.32.2/032',
      'proxy.lan',
      '172.30.32.2/32,',
    ]) {
      expect(make({ trustedProxyCidr }), trustedProxyCidr).toThrow('ingress.trustedProxyCidr');
    }
    expect(make({ role: 'root' })).toThrow('ingress.role');
    expect(make({ userRoles: { abc: 'root' } })).toThrow('ingress.userRoles');
  });

  it('switch the feature off when the network is empty [E17]', async () => {
    const world = await startSupervised({ trustedProxyCidr: '' });
    expect((await world.call(throughProxy())).status).toBe(401);
  });

  it('take an empty or zero environment value for "not supervised" [E10]', () => {
    expect(['', ' ', '0', ' 0', 'false', undefined].some(isSetBySupervisor)).toBe(false);
    expect(['1', 'true', 'supervisor-token'].map(isSetBySupervisor)).toEqual([true, true, true]);
  });

  it('make the start warn that the proxy restricts no caller', async () => {
    const world = await startSupervised();
    await world.auth.start();
    expect(world.log.map(({ event }) => event)).toContain('auth.ingress.on');
  });
});

it('a store that cannot answer is not a wrong credential: the request fails instead of falling through to another identity', async () => {
  const stores = createMemoryStores();
  const tokens = { ...stores.tokens, find: () => Promise.reject(new Error('gone')) };
  const world = await startWorld({ ...supervised, stores: { ...stores, tokens } });
  const answer = await world.call(throughProxy({ Authorization: bearer(world.tokens.viewer) }));
  expect(answer.reason).toBe('auth_store_unavailable');
  expect((await world.auth.users.list()).ok && cli.scheme).toBe('cli');
});
