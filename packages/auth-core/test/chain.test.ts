import { describe, expect, it } from 'vitest';
import type { Principal, RequestDescription, Scheme } from '../src/index.js';
import { bearer, describeRequest } from '../src/testing/index.js';
import { startWorld } from './world.js';

/** A request that counts how often its headers are read. */
function countingRequest(request: RequestDescription) {
  let reads = 0;
  const counting: RequestDescription = {
    method: request.method,
    target: request.target,
    peerAddress: request.peerAddress,
    get rawHeaders() {
      reads += 1;
      return request.rawHeaders;
    },
  };
  return { request: counting, reads: () => reads };
}

describe('a request that was inspected', () => {
  it('is not read again by anything it is handed on to', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    const { request, reads } = countingRequest(describeRequest({ headers: browser.headers }));
    const inspected = world.auth.inspect(request);
    if (!inspected.ok) throw new Error(inspected.problem.reason);
    const readOnce = reads();
    const verdict = await world.auth.check(inspected.value, 'viewer');
    if (!verdict.ok || verdict.principal === null) throw new Error('not let in');
    world.auth.csrf.issue(verdict.principal, inspected.value);
    world.auth.csrf.issueAnonymous(inspected.value);
    await world.auth.setup.status(inspected.value);
    await world.auth.changePasswordFromBody(inspected.value, verdict.principal, {});
    await world.auth.logout(inspected.value);
    expect([verdict.facts === inspected.value.facts, reads()]).toEqual([true, readOnce]);
  });

  it('counts as a new one when it is copied with other headers', async () => {
    const world = await startWorld();
    const inspected = world.auth.inspect(describeRequest({ headers: { Authorization: bearer(world.tokens.admin) } }));
    if (!inspected.ok) throw new Error(inspected.problem.reason);
    const copy = { ...inspected.value, rawHeaders: ['Host', 'gateway.lan'] };
    expect((await world.auth.check(inspected.value, 'admin')).ok).toBe(true);
    expect((await world.auth.check(copy, 'viewer')).ok).toBe(false);
  });

  it('is not let in by an ingress that was switched off since', async () => {
    const world = await startWorld({ build: { supervised: true }, ingress: { enabled: true } });
    const path = '/api/hassio_ingress/abcdefgh';
    const inspected = world.auth.inspect(describeRequest({ peer: '172.30.32.2', headers: { 'X-Ingress-Path': path } }));
    if (!inspected.ok) throw new Error(inspected.problem.reason);
    expect((await world.auth.check(inspected.value, 'viewer')).ok).toBe(true);
    world.auth.reconfigure({ ingress: { enabled: false } });
    expect((await world.auth.check(inspected.value, 'viewer')).ok).toBe(false);
  });

  it('may be an upgrade from anywhere until its credential is known', async () => {
    const world = await startWorld();
    const headers = { Origin: 'https://evil.example', Authorization: bearer(world.tokens.admin) };
    const inspected = world.auth.inspect(describeRequest({ headers, isUpgrade: true }));
    if (!inspected.ok) throw new Error(inspected.problem.reason);
    const verdict = await world.auth.check(inspected.value, 'viewer');
    expect(verdict.ok ? '' : verdict.problem.reason).toBe('origin_forbidden');
  });
});

describe('the role of a principal', () => {
  it('is none for a scheme that does not exist, for any credential', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    const verdict = await world.auth.check(describeRequest({ headers: browser.headers }), 'viewer');
    if (!verdict.ok || verdict.principal === null) throw new Error('not let in');
    const principal: Principal = verdict.principal;
    expect(await world.auth.currentRole(principal)).toBe('admin');
    for (const scheme of ['kerberos', 'none', 'cli', 'toString', '__proto__', ''] as unknown as Scheme[]) {
      expect([scheme, await world.auth.currentRole({ ...principal, scheme })]).toEqual([scheme, null]);
    }
  });

  it('is none for a stored session of a missing scheme, even with a configured provider', async () => {
    const world = await startWorld({
      oidc: { enabled: true, issuer: 'https://idp.example', clientId: 'gateway', redirectUrl: 'https://gw.example/cb' },
    });
    const browser = await world.signIn('root');
    const verdict = await world.auth.check(describeRequest({ headers: browser.headers }), 'viewer');
    if (!verdict.ok || verdict.principal === null) throw new Error('not let in');
    const [record] = await world.stores.sessions.list();
    if (!record) throw new Error('no session');
    await world.stores.sessions.delete(record.idHash);
    await world.stores.sessions.create({ ...record, scheme: 'saml' as unknown as 'oidc', principalKey: 'saml:root' });
    expect(await world.auth.currentRole(verdict.principal)).toBe(null);
    expect((await world.call({ headers: browser.headers })).status).toBe(401);
  });
});
