import { describe, expect, it } from 'vitest';
import { createMemoryStateStore } from '../cache/memory-cache.js';
import { DEFAULT_TIMINGS } from '../model/timings.js';
import { createManualTime } from '../testing/manual-time.js';
import type { JsonRpcReply } from '../wire/codecs/index.js';
import { createJsonSession } from './session.js';

/** A CCU that counts its sessions, and answers when it is told to. */
function startSession() {
  const time = createManualTime();
  const open = new Set<string>();
  const held: (() => void)[] = [];
  const mood: {
    holds: boolean;
    refuses: boolean;
    says: string;
    probe: 'accepted' | 'refused' | 'unknown';
    /** What it answers to every call but logins and logouts, and whether to renewals as well. */
    denies?: string | undefined;
    deniesRenewals?: boolean;
  } = {
    holds: false,
    refuses: false,
    says: 'invalid credentials',
    probe: 'unknown',
  };
  let logins = 0;

  function answer(method: string, sessionId: string | undefined): JsonRpcReply {
    if (method === 'Session.login') {
      logins += 1;
      if (mood.refuses) return { kind: 'error', code: 501, message: mood.says } as JsonRpcReply;
      const id = `session${logins}`;
      open.add(id);
      return { kind: 'result', result: id } as JsonRpcReply;
    }
    const isDenied = method !== 'Session.logout' && (method !== 'Session.renew' || mood.deniesRenewals === true);
    if (mood.denies !== undefined && isDenied)
      return { kind: 'error', code: 400, message: mood.denies } as JsonRpcReply;
    if (!open.has(sessionId ?? '')) {
      return { kind: 'error', code: 400, message: 'access denied ("USER" needed 0)' } as JsonRpcReply;
    }
    if (method === 'Session.logout') open.delete(sessionId ?? '');
    return { kind: 'result', result: true } as JsonRpcReply;
  }

  const session = createJsonSession({
    central: 'c',
    client: {
      async call({ method, sessionId }) {
        if (mood.holds && method !== 'Session.logout') await new Promise<void>((resolve) => held.push(resolve));
        return answer(method, sessionId);
      },
    },
    credentials: { username: 'Admin', password: 'secret' },
    timings: DEFAULT_TIMINGS,
    store: createMemoryStateStore(),
    now: time.now,
    random: () => 0.5,
    isServed: async () => true,
    probeCredentials: async () => mood.probe,
  });
  return {
    session,
    time,
    open,
    mood,
    logins: () => logins,
    async release() {
      mood.holds = false;
      for (const go of held.splice(0)) go();
      await time.settle();
    },
  };
}

describe('the session at a CCU', () => {
  it('is not opened again by a call that is under way while it is closed', async () => {
    const world = startSession();
    await world.session.call('Program.getAll');
    world.mood.holds = true;
    const under = world.session.call('Program.getAll').catch((error: unknown) => error);
    await world.time.settle();
    await world.session.close();
    await world.release();
    expect(await under).toMatchObject({ code: 'closed' });
    await expect(world.session.call('Program.getAll')).rejects.toMatchObject({ code: 'closed' });
    expect([...world.open]).toEqual([]);
  });

  it('that is being opened is closed when it is there', async () => {
    const world = startSession();
    world.mood.holds = true;
    const under = world.session.call('Program.getAll').catch(() => undefined);
    await world.time.settle();
    const closing = world.session.close();
    await world.release();
    await Promise.all([under, closing]);
    expect(world.logins()).toBe(1);
    expect([...world.open]).toEqual([]);
  });

  it('is kept where the CCU does not tell the level of its account, and nothing is concluded from that', async () => {
    const { session, mood, logins } = startSession();
    await session.call('SysVar.getAll');
    mood.denies = 'access denied ("ADMIN" needed )';
    for (let call = 0; call < 30; call += 1)
      await expect(session.call('ReGa.runScript', { script: '' })).rejects.toMatchObject({ code: 'booting' });
    expect([logins(), session.state()]).toEqual([1, 'open']);
    mood.denies = 'access denied ("ADMIN" needed 2)';
    await expect(session.call('ReGa.runScript', { script: '' })).rejects.toMatchObject({ code: 'level_too_low' });
    mood.denies = undefined;
    expect(await session.call('ReGa.runScript', { script: '' })).toBe(true);
    expect(logins()).toBe(1);
  });

  it.each(['access denied ("ADMIN" needed )', 'access denied ("ADMIN" needed 0)'])(
    'is opened again less and less often while the CCU denies it with %s',
    async (denial) => {
      const { session, mood, logins, time } = startSession();
      await session.call('SysVar.getAll');
      mood.denies = denial;
      mood.deniesRenewals = true;
      for (let second = 0; second < 32; second += 1) {
        await session.call('ReGa.runScript', { script: '' }).catch(() => undefined);
        await time.advance(1_000);
      }
      // At 0, 1, 3, 7, 15 and 31 seconds, and once for a session that seems to be dead.
      expect(logins()).toBeLessThanOrEqual(8);
      mood.denies = undefined;
      await time.advance(60_000);
      expect(await session.call('SysVar.getAll')).toBe(true);
    },
  );

  it('that was refused is tried again in time, also when the clock is set back meanwhile', async () => {
    const world = startSession();
    world.mood.refuses = true;
    await expect(world.session.call('Program.getAll')).rejects.toMatchObject({ code: 'login_refused' });
    world.mood.refuses = false;
    world.time.setClock(-3_600_000);
    await expect(world.session.call('Program.getAll')).rejects.toMatchObject({ code: 'login_refused' });
    await world.time.advance(120_000);
    expect(await world.session.call('Program.getAll')).toBe(true);
  });

  it.each([
    ['refused', 'login_refused'],
    ['accepted', 'too_many_sessions'],
    ['unknown', 'too_many_sessions'],
  ] as const)(
    'that has worked and is refused for one of two reasons asks a port for the credentials: %s is %s',
    async (probe, code) => {
      const { session, mood, open } = startSession();
      await session.call('Program.getAll');
      open.clear();
      Object.assign(mood, { refuses: true, says: 'invalid credentials or too many sessions', probe });
      await expect(session.call('Program.getAll')).rejects.toMatchObject({ code });
      expect(session.state()).toBe(code);
    },
  );
});
