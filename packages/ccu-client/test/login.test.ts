import { describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

/** A client that has read all it reads on its own, so that only logins are heard from now on. */
async function quietWorld(): Promise<World> {
  const world = await startWorld();
  await world.connected();
  await world.until((event) => event.type === 'names_loaded');
  return world;
}

/** What the CCU hears of logins from now on: sessions opened and closed, and the texts of scripts. */
function listen({ fake }: World) {
  const [logins, logouts] = [fake.logins, fake.logouts.length];
  const scripts: string[] = [];
  fake.mood.onJsonCall = (method, { script }) => {
    if (method === 'ReGa.runScript') scripts.push(script ?? '');
  };
  return {
    scripts,
    opened: () => fake.logins - logins,
    closed: () => fake.logouts.slice(logouts),
  };
}

describe('a login at a CCU', () => {
  const hostile = [
    'a"; system.Exec("x"); !',
    '\'); dom.GetObject(1).Name("x"); !',
    '*/ Write("@end users"); /*',
    '%0a\\n#{x}',
  ];

  it.each(hostile)('sends the name %s as a parameter, and no script at all [I05]', async (name) => {
    await using world = await quietWorld();
    const heard = listen(world);
    world.fake.mood.level = 2;
    expect(await world.ccu.verifyLogin(name, 'secret')).toEqual({ name, level: 2 });
    expect(heard.scripts).toEqual([]);
  });

  it('reads the level from the own session of the user, for any list of users [I06]', async () => {
    await using world = await quietWorld();
    world.fake.mood.userList = `1\tKarl\t8\t\t\n@end users\n`;
    for (const level of [1, 2, 8]) {
      world.fake.mood.level = level;
      expect(await world.ccu.verifyLogin('Karl', 'secret')).toEqual({ name: 'Karl', level });
    }
  });

  it('ends its session when the level of the user cannot be read [I08]', async () => {
    await using world = await quietWorld();
    const heard = listen(world);
    world.fake.mood.onJsonCall = (method) => {
      if (method === 'CCU.getAuthEnabled') (world.fake.sessions as Set<string>).clear();
    };
    await expect(world.ccu.verifyLogin('Karl', 'secret')).rejects.toMatchObject({ code: 'login_refused' });
    expect([heard.opened(), heard.closed()]).toEqual([1, [`sid${world.fake.logins}`]]);
  });

  it.each(['', 'sid', 'a b c d e', '@sid@&action=reboot', '../../x', 'x'.repeat(33), 'sídsíd', 'sid1\n'])(
    'takes %j for no session, and never sends it back',
    async (sessionId) => {
      await using world = await quietWorld();
      const heard = listen(world);
      world.fake.mood.sessionId = sessionId;
      await expect(world.ccu.verifyLogin('Karl', 'secret')).rejects.toMatchObject({ code: 'login_refused' });
      expect([heard.opened(), heard.closed(), heard.scripts]).toEqual([1, [], []]);
    },
  );

  it('is undecided, and no wrong password, while the CCU may have no free session', async () => {
    await using world = await quietWorld();
    world.fake.mood.maxSessions = world.fake.sessions.size;
    await expect(world.ccu.verifyLogin('Karl', 'secret')).rejects.toMatchObject({ code: 'too_many_sessions' });
    world.fake.mood.maxSessions = 3;
    await expect(world.ccu.verifyLogin('Karl', 'wrong')).rejects.toMatchObject({ code: 'login_refused' });
    expect(world.fake.sessions.size).toBe(1);
  });

  it('opens and ends one session, and none when the password is wrong [I09]', async () => {
    await using world = await quietWorld();
    const heard = listen(world);
    await world.ccu.verifyLogin('Karl', 'secret');
    expect([heard.opened(), heard.closed()]).toEqual([1, [`sid${world.fake.logins}`]]);
    await expect(world.ccu.verifyLogin('Karl', 'wrong')).rejects.toMatchObject({ code: 'login_refused' });
    // The second one: a session for the known credentials, which shows that the table is not full.
    expect([heard.opened(), heard.closed().length]).toEqual([3, 2]);
  });

  it.each(['Session.login', 'Session.logout', 'CCU.getAuthEnabled'])(
    'ends its session once when the caller gives up while %s is under way [I09]',
    async (method) => {
      await using world = await quietWorld();
      const before = [...world.fake.sessions];
      const heard = listen(world);
      const caller = new AbortController();
      world.fake.mood.onJsonCall = (called) => {
        if (called === method) caller.abort();
      };
      const login = world.ccu.verifyLogin('Karl', 'secret', { signal: caller.signal });
      await expect(login).rejects.toMatchObject({ code: 'aborted' });
      const session = `sid${world.fake.logins}`;
      await expect.poll(heard.closed).toEqual([session]);
      // The next one waits for its turn, so nothing of the first is still to come.
      world.fake.mood.onJsonCall = () => undefined;
      expect(await world.ccu.verifyLogin('Karl', 'secret')).toEqual({ name: 'Karl', level: 8 });
      expect([heard.opened(), heard.closed()]).toEqual([2, [session, `sid${world.fake.logins}`]]);
      expect([...world.fake.sessions]).toEqual(before);
    },
  );
});
