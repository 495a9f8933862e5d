import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuthProblem, Role } from '../src/index.js';
import { createMemoryStores } from '../src/index.js';
import { basic, bearer, describeRequest, tokenRecord } from '../src/testing/index.js';
import { statusOf } from './statuses.js';
import { cli, startWorld, type TestWorld } from './world.js';

const withToken = (token: string) => ({ headers: { Authorization: bearer(token) } });
const mint = async (world: TestWorld, input: Readonly<Record<string, unknown>>) => {
  const created = await world.auth.tokens.createFromBody(input, cli);
  if (created.ok) world.canary.plant(created.value.token);
  return created;
};
const reasonOf = (result: { readonly ok: boolean; readonly problem?: Pick<AuthProblem, 'code' | 'reason'> }) =>
  result.problem === undefined ? 'ok' : `${statusOf(result.problem)} ${result.problem.reason}`;

describe('creating a token', () => {
  it('shows the secret once, with the fingerprint that is its SHA-256 [B01]', async () => {
    const world = await startWorld();
    const created = await mint(world, { subject: 'ha', role: 'viewer' });
    if (!created.ok) throw new Error(created.problem.reason);
    const { token, fingerprint, expiresAt } = created.value;
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(fingerprint).toBe(createHash('sha256').update(token).digest('hex'));
    expect(expiresAt).toBeNull();
    expect((await world.call(withToken(token))).principal).toMatchObject({
      subject: 'ha',
      scheme: 'bearer',
      role: 'viewer',
    });
  });

  it('knows three roles in one spelling [B02]', async () => {
    const world = await startWorld();
    for (const role of ['root', 'Admin', ['admin'], undefined, null, 1]) {
      expect(reasonOf(await mint(world, { subject: 'ha', role }))).toBe('422 invalid_role');
      expect(reasonOf(await world.auth.legacyTokens.createFromBody({ subject: 'ha', role }, cli))).toBe(
        '422 invalid_role',
      );
    }
  });

  it('is behind the admin gate [B03]', async () => {
    const world = await startWorld();
    const create = { method: 'POST', target: '/api/v1/auth/tokens/v2' };
    const statusFor = async (role: Role) =>
      (await world.call({ ...create, ...withToken(world.tokens[role]) }, 'admin')).status;
    expect([await statusFor('operator'), await statusFor('viewer'), await statusFor('admin')]).toEqual([403, 403, 200]);
    expect((await world.call(create, 'admin')).status).toBe(401);
  });

  it('takes nothing, null, zero and less as never [B04]', async () => {
    const world = await startWorld();
    for (const days of [0, -5, undefined, null]) {
      const created = await mint(world, { subject: 'ha', role: 'viewer', expires_in_days: days });
      expect(created.ok && created.value.expiresAt).toBeNull();
    }
  });

  it('takes whole days up to a hundred years and nothing else [B05]', async () => {
    const world = await startWorld();
    for (const days of [1.5, '7', 1e9, 36_501, true, Number.NaN]) {
      expect(reasonOf(await mint(world, { subject: 'ha', role: 'viewer', expires_in_days: days }))).toBe(
        '422 validation_failed',
      );
    }
    const created = await mint(world, { subject: 'ha', role: 'viewer', expires_in_days: 36_500 });
    expect(created.ok && created.value.expiresAt).toBe(world.clock.now() + 36_500 * 86_400_000);
  });

  it('refuses subjects that are empty, endless or invisible [B06]', async () => {
    const world = await startWorld();
    for (const subject of ['', '  ', 'x'.repeat(129), 'a\nb', '\u202e', 7, undefined]) {
      expect(reasonOf(await mint(world, { subject, role: 'viewer' }))).toBe('422 validation_failed');
    }
  });

  it('takes nothing else of a token from its caller [B07]', async () => {
    const world = await startWorld();
    const known = (await world.stores.tokens.list()).length;
    for (const planted of [
      { fingerprint: 'f'.repeat(64) },
      { token: 'x'.repeat(43) },
      { created_at: 1 },
      { userId: 'r' },
    ]) {
      expect(reasonOf(await mint(world, { subject: 'ha', role: 'viewer', ...planted }))).toBe('422 validation_failed');
    }
    // The first generation knows no expiry: a token that was meant to end must not live for ever instead.
    const ending = { subject: 'ha', role: 'viewer', expires_in_days: 7 };
    expect(reasonOf(await world.auth.legacyTokens.createFromBody(ending, cli))).toBe('422 validation_failed');
    expect(await world.stores.tokens.list()).toHaveLength(known);
  });
});

describe('the list of tokens', () => {
  it('holds no secret and no hash but the fingerprint [B08]', async () => {
    const world = await startWorld();
    const listed = await world.auth.tokens.list();
    if (!listed.ok) throw new Error(listed.problem.reason);
    expect(world.canary.findLeaks({ listed })).toEqual([]);
    for (const summary of listed.value) {
      expect(Object.keys(summary).sort()).toEqual([
        'createdAt',
        'createdBy',
        'expiresAt',
        'fingerprint',
        'lastAddress',
        'lastClient',
        'lastSeenAt',
        'role',
        'subject',
      ]);
    }
  });

  it('shows the old generation its elided fingerprints, by which one token can be revoked [B11]', async () => {
    const world = await startWorld();
    const created = await world.auth.legacyTokens.createFromBody({ subject: 'old', role: 'viewer' }, cli);
    if (!created.ok) throw new Error(created.problem.reason);
    world.canary.plant(created.value.token);
    const full = createHash('sha256').update(created.value.token).digest('hex');
    expect(created.value.id).toBe(full.slice(0, 16));
    expect(created.value.fingerprint).toBe(`${full.slice(0, 8)}…${full.slice(-4)}`);
    expect(reasonOf(await world.auth.legacyTokens.revoke(created.value.fingerprint, cli))).toBe('ok');
    expect((await world.call(withToken(created.value.token))).status).toBe(401);
  });

  it('refuses to guess between two tokens of one elided fingerprint [B12]', async () => {
    const world = await startWorld();
    const twins = ['1', '2'].map((middle) => `aaaaaaaabbbbbbbb${middle.repeat(44)}cccc`);
    for (const fingerprint of twins) await world.stores.tokens.create(tokenRecord({ fingerprint }));
    expect(reasonOf(await world.auth.legacyTokens.revoke('aaaaaaaa…cccc', cli))).toBe('409 token_id_ambiguous');
    expect(reasonOf(await world.auth.legacyTokens.revoke('aaaaaaaabbbbbbbb', cli))).toBe('409 token_id_ambiguous');
    expect(reasonOf(await world.auth.tokens.revokeByPrefix('aaaaaaaab', cli))).toBe('409 token_id_ambiguous');
    for (const fingerprint of twins) expect(await world.stores.tokens.find(fingerprint)).not.toBeNull();
    expect(reasonOf(await world.auth.tokens.revokeByPrefix('aaaaaaaabbbbbbbb1', cli))).toBe('ok');
  });

  it('lets the old way of revoking take a full fingerprint [B13]', async () => {
    const world = await startWorld();
    const fingerprint = createHash('sha256').update(world.tokens.viewer).digest('hex');
    expect(reasonOf(await world.auth.legacyTokens.revoke(fingerprint, cli))).toBe('ok');
    expect((await world.call(withToken(world.tokens.viewer))).status).toBe(401);
  });
});

describe('revoking a token', () => {
  it('takes effect on the very next request [B09]', async () => {
    const world = await startWorld();
    expect((await world.call(withToken(world.tokens.operator))).status).toBe(200);
    const fingerprint = createHash('sha256').update(world.tokens.operator).digest('hex');
    expect(reasonOf(await world.auth.tokens.revoke(fingerprint, cli))).toBe('ok');
    expect((await world.call(withToken(world.tokens.operator))).status).toBe(401);
  });

  it('needs the whole fingerprint, in any letter case [B10]', async () => {
    const world = await startWorld();
    const fingerprint = createHash('sha256').update(world.tokens.viewer).digest('hex');
    expect(reasonOf(await world.auth.tokens.revoke('0'.repeat(64), cli))).toBe('404 not_found');
    expect(reasonOf(await world.auth.tokens.revoke(fingerprint.slice(0, 63), cli))).toBe('404 not_found');
    expect(reasonOf(await world.auth.tokens.revoke(fingerprint.toUpperCase(), cli))).toBe('ok');
  });

  it('lets no use in after it was confirmed, however many are under way [B24]', async () => {
    const world = await startWorld();
    const fingerprint = createHash('sha256').update(world.tokens.viewer).digest('hex');
    let confirmed = false;
    const early: number[] = [];
    const late: number[] = [];
    let revocation: Promise<unknown> = Promise.resolve();
    const uses: Promise<unknown>[] = [];
    for (let index = 0; index < 500; index += 1) {
      if (index === 250) {
        revocation = world.auth.tokens.revoke(fingerprint, cli).then((result) => {
          confirmed = result.ok;
        });
      }
      const statuses = confirmed ? late : early;
      uses.push(world.call(withToken(world.tokens.viewer)).then(({ status }) => statuses.push(status)));
      // Ten at a time are under way while the revocation runs.
      if (index % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([...uses, revocation]);
    expect(early.length).toBeGreaterThanOrEqual(250);
    expect(early.slice(0, 250)).toEqual(Array.from({ length: 250 }, () => 200));
    expect(late.length).toBeGreaterThan(200);
    expect(new Set(late)).toEqual(new Set([401]));
  });

  it('happens to all tokens of a deleted user, for any spelling of the name [B25]', async () => {
    const world = await startWorld();
    await world.auth.users.create({ username: 'ha', password: 'ha-Passwort-99', role: 'viewer' }, cli);
    const own = await mint(world, { subject: 'HA', role: 'viewer' });
    const foreign = await mint(world, { subject: 'hal', role: 'viewer' });
    if (!own.ok || !foreign.ok) throw new Error('not created');
    expect(reasonOf(await world.auth.users.delete('ha', cli))).toBe('ok');
    expect((await world.call(withToken(own.value.token))).status).toBe(401);
    expect((await world.call(withToken(foreign.value.token))).status).toBe(200);
    const revoked = world.audit.filter((record) => record.action === 'token.revoke');
    expect(revoked.map((record) => record.target)).toEqual([own.value.fingerprint.slice(0, 12)]);
  });

  it('happens to all tokens of a disabled user, and enabling brings none back [B27]', async () => {
    const world = await startWorld();
    await world.auth.users.create({ username: 'ha', password: 'ha-Passwort-99', role: 'viewer' }, cli);
    const own = await mint(world, { subject: 'HA', role: 'viewer' });
    if (!own.ok) throw new Error('not created');
    expect(reasonOf(await world.auth.users.update('ha', { disabled: true }, cli))).toBe('ok');
    expect((await world.call(withToken(own.value.token))).status).toBe(401);
    expect(reasonOf(await world.auth.users.update('ha', { disabled: false }, cli))).toBe('ok');
    expect((await world.call(withToken(own.value.token))).status).toBe(401);
    const changes = world.audit.filter(({ action }) => /^(user|token)\.(dis|en|rev)/.test(action));
    expect(changes.map(({ action, target }) => `${action} ${target}`)).toEqual([
      `token.revoke ${own.value.fingerprint.slice(0, 12)}`,
      'user.disable ha',
      'user.enable ha',
    ]);
  });
});

describe('a bearer token', () => {
  it('ends at its time and not a millisecond later [B14]', async () => {
    const world = await startWorld();
    const created = await mint(world, { subject: 'ha', role: 'viewer', expires_in_days: 1 });
    if (!created.ok) throw new Error(created.problem.reason);
    world.clock.set(Number(created.value.expiresAt) - 1);
    expect((await world.call(withToken(created.value.token))).status).toBe(200);
    world.clock.set(Number(created.value.expiresAt));
    expect((await world.call(withToken(created.value.token))).status).toBe(401);
  });

  it('means nothing in the query [B15]', async () => {
    const world = await startWorld();
    for (const name of ['access_token', 'token']) {
      const answer = await world.call({ target: `/api/v1/devices?${name}=${world.tokens.admin}` });
      expect(answer.status).toBe(401);
    }
  });

  it('of any other form is refused without looking it up [B17]', async () => {
    const stores = createMemoryStores();
    let lookups = 0;
    const tokens = {
      ...stores.tokens,
      find: (fingerprint: string) => {
        lookups += 1;
        return stores.tokens.find(fingerprint);
      },
    };
    const world = await startWorld({ stores: { ...stores, tokens } });
    const token = world.tokens.admin;
    for (const value of [
      `${token} `,
      `${token}\n`,
      `${token}=`,
      `${token}A`,
      token.slice(1),
      '',
      `${token},${token}`,
    ]) {
      expect([value.length, (await world.call({ headers: { Authorization: `Bearer ${value}` } })).status]).toEqual([
        value.length,
        401,
      ]);
    }
    expect(lookups).toBe(0);
  });

  it('that is right passes while its source is locked for wrong ones [B18]', async () => {
    const world = await startWorld({ throttled: true });
    const wrong = withToken('A'.repeat(43));
    for (let attempt = 0; attempt < 61; attempt += 1) await world.call(wrong);
    expect((await world.call(withToken(world.tokens.viewer))).status).toBe(200);
    const refused = await world.call(wrong);
    expect([refused.status, refused.reason]).toEqual([429, 'login_throttled']);
    expect(world.header(refused, 'Retry-After')).toBe('60');
  });

  it('of a viewer changes nothing [B19]', async () => {
    const world = await startWorld();
    const answer = await world.call(
      { method: 'POST', target: '/api/v1/sysvars', ...withToken(world.tokens.viewer) },
      'operator',
    );
    expect([answer.status, answer.reason]).toEqual([403, 'forbidden_role']);
    expect(world.header(answer, 'WWW-Authenticate')).toBeUndefined();
  });

  it('needs no CSRF token [B20]', async () => {
    const world = await startWorld();
    expect((await world.call({ method: 'PUT', ...withToken(world.tokens.operator) }, 'operator')).status).toBe(200);
  });

  it('is of no use to another site [B21]', async () => {
    const world = await startWorld();
    const headers = { Authorization: bearer(world.tokens.operator), Origin: 'http://evil.test' };
    const answer = await world.call({ method: 'PUT', headers }, 'operator');
    expect([answer.status, answer.reason]).toEqual([403, 'origin_forbidden']);
  });

  it('that is junk takes neither the CSRF exemption nor the cookie along [B22]', async () => {
    const world = await startWorld();
    const browser = await world.signIn('op');
    for (const junk of ['Bearer x', bearer('A'.repeat(43)), 'Bearer']) {
      const headers = { ...browser.unsafe, Authorization: junk };
      expect((await world.call({ method: 'POST', headers }, 'operator')).status).toBe(401);
    }
  });

  it('is refused when tokens are switched off [B23]', async () => {
    const world = await startWorld({ bearerEnabled: false });
    const answer = await world.call(withToken(world.tokens.admin));
    expect(answer.status).toBe(401);
    expect(world.header(answer, 'WWW-Authenticate')).toBe('Bearer realm="service", error="invalid_token"');
  });

  it('notes its use once a minute, with the address [B26]', async () => {
    const stores = createMemoryStores();
    const touches: unknown[] = [];
    const tokens = {
      ...stores.tokens,
      touch: async (...touch: readonly unknown[]) => void touches.push(touch),
    };
    const world = await startWorld({ stores: { ...stores, tokens } });
    for (let use = 0; use < 100; use += 1) {
      await world.call(withToken(world.tokens.viewer));
      world.clock.advance(100);
    }
    expect(touches.length).toBe(1);
    expect(touches[0]).toContain('192.168.1.50');
    world.clock.advance(60_000);
    await world.call(withToken(world.tokens.viewer));
    expect(touches.length).toBe(2);
  });
});

describe('a token on an open socket', () => {
  it('can be exchanged for another, and a wrong one cannot', async () => {
    const stores = createMemoryStores();
    const looked: string[] = [];
    const find = (fingerprint: string) => {
      looked.push(fingerprint);
      return stores.tokens.find(fingerprint);
    };
    const world = await startWorld({ stores: { ...stores, tokens: { ...stores.tokens, find } } });
    const from = { peer: '192.168.1.50', client: '192.168.1.50' };
    const changed = await world.auth.reauth(world.tokens.admin, from);
    expect(changed.ok && changed.value).toMatchObject({ role: 'admin', scheme: 'bearer' });
    for (const wrong of ['', 'A'.repeat(43), undefined, { token: world.tokens.admin }]) {
      expect(reasonOf(await world.auth.reauth(wrong, from))).toBe('401 unauthenticated');
    }
    expect(looked.length).toBe(2);
  });
});

it('a failing token store refuses every caller', async () => {
  const stores = createMemoryStores();
  let broken = false;
  const tokens = {
    ...stores.tokens,
    find: (fingerprint: string) => (broken ? Promise.reject(new Error('disk')) : stores.tokens.find(fingerprint)),
    revoke: (fingerprint: string, at: number) =>
      broken
        ? Promise.reject(Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' }))
        : stores.tokens.revoke(fingerprint, at),
  };
  const exclusively: typeof stores.exclusively = (work) => stores.exclusively((inside) => work({ ...inside, tokens }));
  const world = await startWorld({ stores: { ...stores, tokens, exclusively } });
  broken = true;
  const answer = await world.call(withToken(world.tokens.admin));
  expect([answer.status, answer.reason]).toEqual([503, 'auth_store_unavailable']);
  const fingerprint = createHash('sha256').update(world.tokens.admin).digest('hex');
  expect(reasonOf(await world.auth.tokens.revoke(fingerprint, cli))).toBe('503 auth_store_unavailable');
  broken = false;
  expect((await world.call(withToken(world.tokens.admin))).status).toBe(200);
  expect(world.log).toContainEqual({
    level: 'error',
    event: 'auth.store.failed',
    fields: { operation: 'tokens.revoke', cause: 'SQLITE_BUSY' },
  });
});

it('a revocation that the store could not write is reported as such and changes nothing [K26]', async () => {
  const stores = createMemoryStores();
  const tokens = {
    ...stores.tokens,
    revoke: () => Promise.reject(Object.assign(new Error('full'), { code: 'SQLITE_FULL' })),
  };
  const exclusively: typeof stores.exclusively = (work) => stores.exclusively((inside) => work({ ...inside, tokens }));
  const world = await startWorld({ stores: { ...stores, tokens, exclusively } });
  const closed: unknown[] = [];
  world.auth.onRevoked((revocation) => closed.push(revocation));
  const fingerprint = createHash('sha256').update(world.tokens.admin).digest('hex');
  expect(reasonOf(await world.auth.tokens.revoke(fingerprint, cli))).toBe('503 auth_store_unavailable');
  expect((await world.call(withToken(world.tokens.admin))).status).toBe(200);
  expect(closed).toEqual([]);
});

describe('a change that the database gave no answer to', () => {
  const inDoubt = async () => Promise.reject(Object.assign(new Error('no answer'), { outcomeUnknown: true }));

  it.each(['created', 'revoked'])(
    'leaves it unknown if the token was %s: that is the answer, and it is audited',
    async (done) => {
      const stores = createMemoryStores();
      const tokens = { ...stores.tokens, create: inDoubt };
      // Like a transaction without an answer to its COMMIT.
      const exclusively: typeof stores.exclusively = (work) => stores.exclusively(work).then(inDoubt);
      const world = await startWorld({ stores });
      const other = world.another({ stores: { ...stores, tokens, exclusively } });
      const fingerprint = createHash('sha256').update(world.tokens.admin).digest('hex');
      const change =
        done === 'created'
          ? () => other.tokens.create({ subject: 'ha', role: 'viewer' }, cli)
          : () => other.tokens.revoke(fingerprint, cli);
      expect(reasonOf(await change())).toBe('502 outcome_unknown');
      expect(world.audit.at(-1)).toMatchObject({
        ...{ action: done === 'created' ? 'token.create' : 'token.revoke' },
        ...{ outcome: 'pending', reason: 'outcome_unknown' },
      });
    },
  );

  it('is no reason to ask a caller to look that only uses a token', async () => {
    const stores = createMemoryStores();
    const world = await startWorld({ stores });
    const other = world.another({ stores: { ...stores, tokens: { ...stores.tokens, find: inDoubt } } });
    const answer = await other.check(describeRequest(withToken(world.tokens.viewer)), 'viewer');
    expect(reasonOf(answer)).toBe('503 auth_store_unavailable');
  });
});

it('uses of header credentials are in the audit log once an hour, and every refusal', async () => {
  const world = await startWorld();
  for (let use = 0; use < 3; use += 1) await world.call(withToken(world.tokens.viewer));
  await world.call(withToken('A'.repeat(43)));
  await world.call({ headers: { Authorization: basic('nobody', 'wrong-password') } });
  const seen = world.audit.filter(({ action }) => action === 'auth.request');
  expect(seen.map(({ outcome, subject, scheme }) => [outcome, subject, scheme])).toEqual([
    ['ok', 'viewer-client', 'bearer'],
    ['refused', '', 'bearer'],
    ['refused', 'nobody', 'basic'],
  ]);
  expect(seen[0]?.credential).toMatch(/^token:[0-9a-f]{12}$/);
  world.clock.advance(3_600_000);
  await world.call(withToken(world.tokens.viewer));
  expect(world.audit.filter(({ outcome, action }) => action === 'auth.request' && outcome === 'ok').length).toBe(2);
  expect(describeRequest().requestId).toBe(seen[0]?.requestId);
});
