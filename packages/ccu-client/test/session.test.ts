import { describe, expect, it } from 'vitest';
import { startWorld } from './world.js';

describe('the session at a CCU', () => {
  it('that is refused for its password has that error', async () => {
    await using world = await startWorld({ password: 'wrong' });
    await world.connected();
    await expect(world.ccu.hub.names()).rejects.toMatchObject({ code: 'login_refused' });
  });

  it('that finds no free slot after it has worked reports that, and not "wrong password"', async () => {
    await using world = await startWorld();
    await world.until((event) => event.type === 'names_loaded');
    (world.fake.sessions as Set<string>).clear();
    world.fake.mood.maxSessions = 0;
    await expect(world.ccu.hub.names()).rejects.toMatchObject({ code: 'too_many_sessions' });
  });

  it('with an invalid id is not used', async () => {
    await using world = await startWorld({
      prepare: (fake) => {
        fake.mood.sessionId = '@sid@&action=reboot';
      },
    });
    await world.connected();
    await expect(world.ccu.hub.names()).rejects.toMatchObject({ code: 'protocol' });
    expect(world.fake.logouts).toEqual([]);
  });

  it('is not tried while the CCU boots', async () => {
    await using world = await startWorld({
      prepare: (fake) => {
        fake.mood.booting = true;
      },
    });
    await expect(world.ccu.hub.names()).rejects.toMatchObject({ code: 'booting' });
    expect(world.fake.logins).toBe(0);
  });

  it('that failed is not hammered', async () => {
    await using world = await startWorld({ password: 'wrong' });
    await world.connected();
    for (let i = 0; i < 10; i += 1)
      await expect(world.ccu.hub.names()).rejects.toMatchObject({ code: 'login_refused' });
    expect(world.fake.logins).toBe(1);
  });

  it('that the CCU ended is opened again without an error', async () => {
    await using world = await startWorld();
    await world.until((event) => event.type === 'names_loaded');
    (world.fake.sessions as Set<string>).clear();
    expect(await world.ccu.hub.names()).toHaveLength(1);
    expect(world.fake.logins).toBe(2);
  });

  it('without a user name is no reason to fail: interfaces work, the hub reports the reason', async () => {
    await using world = await startWorld({ username: undefined, password: undefined });
    await world.connected();
    await expect(world.ccu.hub.programs()).rejects.toMatchObject({ code: 'login_refused' });
    expect(world.fake.logins).toBe(0);
    expect(world.ccu.readiness().ready).toBe(true);
  });

  it('never shows its id or the password in the log', async () => {
    await using world = await startWorld();
    await world.until((event) => event.type === 'names_loaded');
    world.fake.mood.scriptsBroken = true;
    // Of users, the server has no other list.
    await expect(world.ccu.hub.users()).rejects.toMatchObject({ code: 'script_failed' });
    expect(JSON.stringify(world.log)).not.toMatch(/sid\d|secret/);
  });
});
