import { describe, expect, it } from 'vitest';
import { type ServerWorldOptions, startWorld, type World } from './world.js';

const admin = { username: 'anna', password: 'long enough 1' } as const;

async function withWorld(options: ServerWorldOptions, test: (world: World) => Promise<void>): Promise<void> {
  const world = await startWorld({ empty: true, ...options });
  try {
    await test(world);
    expect(world.canary.findLeaks({ lines: world.lines, log: world.log, audit: world.audit })).toEqual([]);
  } finally {
    await world.close();
  }
}

const status = async (world: World) =>
  (await (await world.request({ target: '/api/v1/setup/status' })).json()) as unknown;
const create = (world: World, json: unknown = admin, more: object = {}) =>
  world.request({ method: 'POST', target: '/api/v1/setup', json, ...more });
const reasonOf = async (response: Response) => ((await response.json()) as { reason: string }).reason;

describe('first-run setup', () => {
  it('is asked for, done once and then closed [F01] [F02]', () =>
    withWorld({}, async (world) => {
      expect(await status(world)).toEqual({ required: true });
      const done = await create(world);
      expect(done.status).toBe(204);
      expect(done.headers.getSetCookie()).toEqual([]);
      expect(await status(world)).toEqual({ required: false });
      const again = await create(world, { username: 'eve', password: 'long enough 2' });
      expect(again.status).toBe(409);
      expect(await reasonOf(again)).toBe('setup_already_done');
      expect(await reasonOf(await create(world, { nobody: 'knows' }))).toBe('setup_already_done');
      const login = await world.request({ method: 'POST', target: '/api/v1/auth/login', json: admin });
      expect(await login.json()).toMatchObject({ subject: 'anna', role: 'admin' });
    }));

  it('takes the nested body too, and hands on the other choices', () => {
    const chosen: unknown[] = [];
    const setupSink = { afterSetup: async (choices: unknown) => void chosen.push(choices) };
    return withWorld({ server: { setupSink } }, async (world) => {
      const ccu = { name: 'haus', host: '192.168.1.10', interfaces: ['HmIP-RF'] };
      const locale = { locale: 'de', theme: 'dark' };
      expect((await create(world, { admin, locale, ccu })).status).toBe(204);
      expect(chosen).toEqual([{ locale, ccu }]);
    });
  });

  it('that is pinned shut reports that also for an unreadable body', () =>
    withWorld({ bootstrap: { allowFirstRunSetup: false } }, async (world) => {
      expect(await reasonOf(await create(world, { nothing: true }))).toBe('setup_disabled');
    }));

  it('that asks for a code takes none but the one in the log, in both spellings', () =>
    withWorld({ bootstrap: { requireCode: true } }, async (world) => {
      await world.auth.start();
      const code = world.log
        .flatMap(({ fields }) => Object.values(fields))
        .find((text) => /^[\w-]{12}$/.test(String(text)));
      expect(await status(world)).toEqual({ required: true, code_required: true });
      for (const wrong of [admin, { ...admin, code: 'wrong' }, { admin, locale: {}, code: 'wrong' }]) {
        expect(await reasonOf(await create(world, wrong))).toBe('setup_code_invalid');
      }
      expect((await create(world, { ...admin, code })).status).toBe(204);
    }));

  it('refuses unknown fields before it creates an account', () =>
    withWorld({}, async (world) => {
      for (const body of [
        { ...admin, role: 'viewer' },
        { admin: { ...admin, role: 'viewer' } },
        { admin, theme: 'dark' },
      ]) {
        expect((await create(world, body)).status).toBe(400);
      }
      expect(await status(world)).toEqual({ required: true });
    }));

  it('refuses an unusable broker before it creates an account', () =>
    withWorld({}, async (world) => {
      expect((await create(world, { admin, locale: {}, mqtt: { broker_url: 'tcp://x' } })).status).toBe(422);
      expect(await status(world)).toEqual({ required: true });
    }));

  it('refuses an invalid CCU before it creates an account', () =>
    withWorld({}, async (world) => {
      const ccu = { name: 'haus', host: '192.168.1.10', interfaces: ['HmIP-RF'] };
      expect((await create(world, { admin, locale: {}, ccu })).status).toBe(422);
      expect(await status(world)).toEqual({ required: true });
    }));

  it('lets exactly one of twenty at once win [F03]', () =>
    withWorld({}, async (world) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          create(world, { username: `user${index}`, password: 'long enough 1' }),
        ),
      );
      const counts = answers.map(({ status: code }) => code).sort();
      expect(counts.filter((code) => code === 204)).toHaveLength(1);
      expect(counts.filter((code) => code === 409)).toHaveLength(19);
      expect(await world.stores.users.list()).toHaveLength(1);
    }));

  it('that is pinned shut reports that first, in every other state [F04] [F05]', async () => {
    const bootstrap = { allowFirstRunSetup: false };
    for (const empty of [true, false]) {
      await withWorld({ bootstrap, empty }, async (world) => {
        expect(await status(world)).toEqual({ required: false });
        const response = await create(world);
        expect(response.status).toBe(403);
        expect(await reasonOf(response)).toBe('setup_disabled');
        for (const spoilt of [{ json: { foo: 1 } }, { json: undefined }, { form: { username: 'a' } }]) {
          expect(await reasonOf(await create(world, undefined, spoilt))).toBe('setup_disabled');
        }
      });
    }
  });

  it('is closed by a configured user [F08]', () =>
    withWorld({ configUsers: { cfg: 'a configured Passwort' } }, async (world) => {
      expect(await status(world)).toEqual({ required: false });
      expect((await create(world)).status).toBe(409);
    }));

  it('is not reached by a foreign name or from the internet [F09] [F10]', () =>
    withWorld({}, async (world) => {
      const named = await create(world, admin, { headers: { Host: 'attacker.example' } });
      expect(named.status).toBe(421);
      expect(await reasonOf(named)).toBe('host_not_allowed');
      const remote = await create(world, admin, { peer: '203.0.113.5' });
      expect(remote.status).toBe(403);
      expect(await reasonOf(remote)).toBe('setup_remote_forbidden');
      expect(await status(world)).toEqual({ required: true });
    }));

  it.each([
    ['a body that is no object', 'x', 400],
    ['no password', { username: 'anna' }, 400],
    ['seven characters', { username: 'anna', password: '1234567' }, 422],
    ['an invisible character in the name', { username: 'ad\u200bmin', password: 'long enough 1' }, 422],
  ])('with %s creates no account [F12]', (_what, json, code) =>
    withWorld({}, async (world) => {
      expect((await create(world, json)).status).toBe(code);
      expect(await world.stores.users.list()).toHaveLength(0);
    }),
  );

  it('does not delete the last administrator, and so stays closed [F14]', () =>
    withWorld({}, async (world) => {
      await create(world);
      const login = await world.request({ method: 'POST', target: '/api/v1/auth/login', json: admin });
      const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
      const headers = { Cookie: cookies.join('; '), 'X-CSRF-Token': cookies[1]!.slice('service_csrf='.length) };
      const remove = await world.request({ method: 'DELETE', target: '/api/v1/users/anna', headers });
      expect(remove.status).toBe(409);
      expect(await reasonOf(remove)).toBe('last_admin');
      expect(await status(world)).toEqual({ required: false });
    }));
});
