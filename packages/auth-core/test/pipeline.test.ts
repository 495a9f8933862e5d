import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../scripts/lib/any-text.mjs';
import {
  type Access,
  type AuthOptions,
  type AuthProblem,
  createAuth,
  createMemoryStores,
  parseJsonBody,
  roleCovers,
  roles,
} from '../src/index.js';
import { basic, bearer, describeRequest, passwords } from '../src/testing/index.js';
import { accountStatusOf } from './statuses.js';
import { cli, startWorld, type TestWorld } from './world.js';

const classes: readonly Access[] = ['public', 'viewer', 'operator', 'admin'];

/** Every kind of caller, with the headers it sends. */
async function callers(world: TestWorld): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const short = await world.auth.tokens.create({ subject: 'short', role: 'admin', expires_in_days: 1 }, cli);
  const gone = await world.auth.tokens.create({ subject: 'gone', role: 'admin' }, cli);
  if (!short.ok || !gone.ok) throw new Error('no tokens');
  world.clock.advance(86_400_000);
  await world.auth.tokens.revoke(gone.value.fingerprint, cli);
  return {
    anonymous: {},
    viewer: { Authorization: bearer(world.tokens.viewer) },
    operator: { Authorization: bearer(world.tokens.operator) },
    admin: { Authorization: bearer(world.tokens.admin) },
    expired: { Authorization: bearer(short.value.token) },
    revoked: { Authorization: bearer(gone.value.token) },
  };
}

describe('the role gate', () => {
  it('gives every kind of caller exactly the declared access, for every method [K11] [K16]', async () => {
    const world = await startWorld();
    const expected: Readonly<Record<string, readonly number[]>> = {
      anonymous: [200, 401, 401, 401],
      viewer: [200, 200, 403, 403],
      operator: [200, 200, 200, 403],
      admin: [200, 200, 200, 200],
      expired: [200, 401, 401, 401],
      revoked: [200, 401, 401, 401],
    };
    for (const [caller, headers] of Object.entries(await callers(world))) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const statuses = [];
        for (const need of classes) statuses.push((await world.call({ method, headers }, need)).status);
        expect([caller, method, statuses]).toEqual([caller, method, expected[caller]]);
      }
    }
  });

  it('nests: every role covers those below it', () => {
    for (const [have, role] of roles.entries()) {
      for (const [need, needed] of roles.entries()) expect(roleCovers(role, needed)).toBe(have >= need);
      expect(roleCovers(role, 'public')).toBe(true);
    }
  });

  it('accepts every authenticated caller when it is switched off, and every start logs it [K13]', async () => {
    const world = await startWorld({ roleChecks: 'off' });
    const headers = { Authorization: bearer(world.tokens.viewer) };
    expect((await world.call({ headers }, 'admin')).status).toBe(200);
    expect((await world.call({}, 'admin')).status).toBe(401);
    await world.auth.start();
    expect(world.log.map(({ event }) => event)).toContain('auth.gates.off');
    const wired = await startWorld();
    await wired.auth.start();
    expect(wired.log.map(({ event }) => event)).not.toContain('auth.gates.off');
  });

  it('is never switched off by forgetting it [K12]', () => {
    const forgotten = { stores: createMemoryStores() } as unknown as AuthOptions;
    expect(() => createAuth(forgotten)).toThrow('roleChecks');
  });
});

describe('a request target', () => {
  it('that decoders read differently is refused, and no spelling gets past the gate [K14]', async () => {
    const world = await startWorld();
    const refused = [
      '//api/v1/users',
      '/api/v1/./users',
      '/api/v1/../users',
      '/api/v1/%2e%2e/users',
      '/api/v1/%2E/users',
      '/api/v1/users%00',
      '/api/v1/users%0a',
      '/api\\v1\\users',
      '/api/v1/a%5c..%5cusers',
      '/api/v1/..%5Cusers',
      '/api//v1/users',
      '/api/v1/users%7f',
      '/api/v1/us ers',
      '/api/v1/üsers',
      'api/v1/users',
      '*',
      '',
      '/api/v1/users#x',
      '/api/v1/%zz',
      '/api/v1/%2',
    ];
    for (const target of refused) {
      expect([target, (await world.call({ target })).reason]).toEqual([target, 'path_invalid']);
    }
    for (const target of [
      '/api/v1/%75sers',
      '/api/v1/users%2f',
      '/api/v1/users%5c',
      '/API/v1/users',
      '/api/v1/users;x',
      '/api/v1/users/..x',
      '/api/v1/a%2Fb',
    ]) {
      expect([target, (await world.call({ target })).status]).toEqual([target, 401]);
    }
  });

  it('in absolute form counts by its path only [K15]', async () => {
    const world = await startWorld();
    expect((await world.call({ target: 'http://evil/api/v1/users' })).status).toBe(401);
    const inspected = world.auth.inspect(describeRequest({ target: 'http://evil/api/v1/users?a=1' }));
    expect(inspected.ok && inspected.value.facts).toMatchObject({ path: '/api/v1/users', query: 'a=1' });
    expect((await world.call({ target: 'http://evil//api/v1/users' })).reason).toBe('path_invalid');
    expect((await world.call({ target: 'ftp://evil/api' })).reason).toBe('path_invalid');
    const bare = world.auth.inspect(describeRequest({ target: 'http://evil' }));
    expect(bare.ok && bare.value.facts.path).toBe('/');
  });
});

describe('a header that may be sent once', () => {
  it('is refused twice, for any values [A12]', async () => {
    const world = await startWorld();
    for (const name of ['Authorization', 'Host', 'Origin', 'X-Ingress-Path', 'X-CSRF-Token', 'Content-Type']) {
      const headers: readonly (readonly [string, string])[] = [
        [name, 'same'],
        [name.toUpperCase(), 'same'],
      ];
      for (const need of classes) expect((await world.call({ headers }, need)).reason).toBe('header_duplicate');
    }
  });
});

describe('invalid input', () => {
  it('is refused: members of a body that name another caller', async () => {
    const world = await startWorld();
    const input = { subject: 'mine', role: 'viewer', userId: 'root', principal: { role: 'admin' } };
    const created = await world.auth.tokens.createFromBody(input, cli);
    expect(created.ok || created.problem.errors).toEqual([{ path: 'userId', message: 'unknown field' }]);
  });

  it('is a stored hash that asks for more than it may [K25]', async () => {
    const world = await startWorld();
    const passwordHash =
      '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI';
    await world.stores.users.update('vi', { passwordHash }, { keepAdmin: false });
    expect((await world.login('vi', passwords.vi)).status).toBe(401);
    expect(world.log).toContainEqual({ level: 'error', event: 'auth.user.hash_invalid', fields: { account: 'vi' } });
  });
});

describe('settings', () => {
  const make = (options: Partial<AuthOptions>) => () =>
    createAuth({ roleChecks: 'enforced', stores: createMemoryStores(), ...options });

  it('that cannot be used stop the start and name their key', () => {
    expect(make({ configUsers: { '': 'x' } })).toThrow('configUsers');
    expect(make({ configUsers: { Karl: 'x', karl: 'y' } })).toThrow('configUsers');
    expect(make({ configUsers: { karl: '' } })).toThrow('configUsers');
    expect(make({ configUserRoles: { karl: 'root' } })).toThrow('configUserRoles');
    expect(make({ trustedProxies: ['10.0.0.1/33'] })).toThrow('trustedProxies');
    expect(make({ serviceName: 'a b' })).toThrow('serviceName');
  });

  it('give a configured user the role they say, and admin without one', async () => {
    const world = await startWorld({
      configUsers: { a: 'Passwort-a', B: 'Passwort-b' },
      configUserRoles: { b: 'viewer' },
    });
    expect((await world.login('a', 'Passwort-a')).principal).toMatchObject({ role: 'admin', key: 'config:a' });
    expect((await world.login('b', 'Passwort-b')).principal).toMatchObject({ role: 'viewer', key: 'config:b' });
    const logins = await world.auth.users.listLogins();
    expect(logins.ok && logins.value.filter(({ source }) => source === 'config')).toEqual([
      { username: 'a', role: 'admin', source: 'config' },
      { username: 'b', role: 'viewer', source: 'config' },
    ]);
  });
});

describe('users', () => {
  const reasonOf = (result: { ok: boolean; problem?: Pick<AuthProblem, 'code' | 'reason'> }) =>
    result.problem === undefined ? 'ok' : `${accountStatusOf(result.problem)} ${result.problem.reason}`;

  it('have one name each, for any spelling', async () => {
    const world = await startWorld();
    const create = (username: unknown, password: unknown = 'long-enough-1', role: unknown = 'viewer') =>
      world.auth.users.createFromBody({ username, password, role }, cli);
    expect(reasonOf(await create('Karl'))).toBe('ok');
    expect((await world.stores.users.find('karl'))?.account).toBe('karl');
    expect(reasonOf(await create('KARL'))).toBe('409 user_exists');
    expect(reasonOf(await create('cfg'))).toBe('409 user_managed_by_config');
    expect(reasonOf(await create('ﬁ'))).toBe('422 username_invalid');
    expect(reasonOf(await create('..'))).toBe('422 username_invalid');
    expect(reasonOf(await create('new', 'short'))).toBe('400 validation_failed');
    expect(reasonOf(await create('new', 'long-enough-1', 'root'))).toBe('400 invalid_role');
    expect(reasonOf(await world.auth.users.createFromBody(null, cli))).toBe('422 username_invalid');
    const more = { username: 'new', password: 'long-enough-1', role: 'viewer', admin: true };
    expect(await world.auth.users.createFromBody(more, cli)).toMatchObject({
      problem: {
        code: 'validation',
        reason: 'validation_failed',
        errors: [{ path: 'admin', message: 'unknown field' }],
      },
    });
    expect(await world.stores.users.find('new')).toBeNull();
  });

  it('are changed by any spelling, and configured ones not at all', async () => {
    const world = await startWorld();
    expect(reasonOf(await world.auth.users.update('OP', { role: 'viewer' }, cli))).toBe('ok');
    expect(reasonOf(await world.auth.users.update('cfg', { role: 'viewer' }, cli))).toBe('409 user_managed_by_config');
    expect(reasonOf(await world.auth.users.delete('cfg', cli))).toBe('409 user_managed_by_config');
    expect(reasonOf(await world.auth.users.delete('nobody', cli))).toBe('404 not_found');
    expect(reasonOf(await world.auth.users.updateFromBody('op', { role: 'root' }, cli))).toBe('400 invalid_role');
    expect(reasonOf(await world.auth.users.updateFromBody('op', { rolle: 'viewer' }, cli))).toBe(
      '400 validation_failed',
    );
    expect(reasonOf(await world.auth.users.updateFromBody('op', { password: 7 }, cli))).toBe('400 validation_failed');
  });

  it('appear in the audit log with every change and every refusal', async () => {
    const world = await startWorld();
    await world.auth.users.create({ username: 'karl', password: 'long-enough-1', role: 'viewer' }, cli);
    await world.auth.users.update('karl', { role: 'operator' }, cli);
    await world.auth.users.delete('karl', cli);
    await world.auth.users.delete('karl', cli);
    const rows = world.audit.filter(({ action }) => action.startsWith('user.'));
    expect(
      rows.map(({ action, outcome, reason, subject, target }) => [action, outcome, reason, subject, target]),
    ).toEqual([
      ['user.create', 'ok', undefined, 'cli', 'karl'],
      ['user.update', 'ok', undefined, 'cli', 'karl'],
      ['user.delete', 'ok', undefined, 'cli', 'karl'],
      ['user.delete', 'refused', 'not_found', 'cli', 'karl'],
    ]);
  });
});

it('hundreds of odd logins leave no secret in log, audit or answers [K24]', async () => {
  const world = await startWorld();
  const secret = world.canary.plant('Canary-9f8e7d6c5b');
  const odd = fc.constantFrom(
    secret,
    `${secret}\n`,
    `"${secret}"`,
    `${secret}\u0000`,
    secret.repeat(80),
    `{"password":"${secret}"}`,
    `\u001b[31m${secret}`,
  );
  const name = fc.oneof(anyText({ maxLength: 80 }), fc.constantFrom('root', 'ro\not', '', '__proto__', 'a\u202eb'));
  await fc.assert(
    fc.asyncProperty(name, odd, fc.boolean(), async (username, password, viaHeader) => {
      if (viaHeader) await world.call({ headers: { Authorization: basic(username, password) } });
      else await world.login(username, password);
    }),
    { numRuns: 250 },
  );
  expect(world.audit.length).toBeGreaterThan(100);
  expect(world.canary.findLeaks({ log: world.log, audit: world.audit })).toEqual([]);
});

it('an audit sink that fails does not fail the request', async () => {
  const world = await startWorld({ audit: { write: () => Promise.reject(new Error('full')) } });
  expect((await world.login('root', passwords.root)).status).toBe(200);
  await Promise.resolve();
  expect(world.log.map(({ event }) => event)).toContain('auth.audit.failed');
  expect(parseJsonBody(new Uint8Array(), 'application/json').ok).toBe(false);
});
