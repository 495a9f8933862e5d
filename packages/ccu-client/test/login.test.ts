import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentEncodeLatin1, REGA_SCRIPTS } from '../src/wire/index.js';
import { startWorld, type World } from './world.js';

const end = '@end users\n';
const row = (name: string, level: number | string) => `1\t${name}\t${level}\t\t\n`;

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

  it.each(hostile)('keeps the name %s out of the script that reads the users [I05]', async (name) => {
    await using world = await quietWorld();
    const heard = listen(world);
    world.fake.mood.userList = row(percentEncodeLatin1(name), 2) + end;
    expect(await world.ccu.verifyLogin(name, 'secret')).toEqual({ name, level: 2 });
    await expect(world.ccu.verifyLogin('Karl', 'secret')).rejects.toMatchObject({ code: 'login_refused' });
    expect(heard.scripts).toEqual([REGA_SCRIPTS.users.source({}), REGA_SCRIPTS.users.source({})]);
  });

  it('never matches a field of another user, whatever that user is called [I06]', async () => {
    await using world = await quietWorld();
    const part = fc.constantFrom(
      ';',
      '\t',
      '\n',
      '\r',
      'Karl',
      '8',
      '1',
      '@end users',
      '@more 1',
      '@error',
      '%09',
      ' ',
    );
    const crafted = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(crafted, { maxLength: 4 }), fc.nat(4), async (others, at) => {
        const names = others.filter((name) => name.toLowerCase() !== 'karl');
        const users = [...names.slice(0, at), 'Karl', ...names.slice(at)];
        world.fake.mood.userList = REGA_SCRIPTS.users.encode(
          users.map((name, index) => ({
            id: index,
            name,
            level: name === 'Karl' ? 1 : 8,
            firstName: name,
            lastName: name,
          })),
        );
        expect(await world.ccu.verifyLogin('Karl', 'secret')).toEqual({ name: 'Karl', level: 1 });
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['a separator that is not escaped', `${row('x\tKarl', 8)}${row('Karl', 1)}`],
    ['a line break that is not escaped', `${row('x\nKarl', 8)}${row('Karl', 1)}`],
    ['two users of that name', `${row('Karl', 1)}${row('Karl', 8)}`],
    ['two users whose names differ from it in letter case alone', `${row('karl', 1)}${row('KARL', 8)}`],
    ['the name in another column only', '1\tx\t8\tKarl\tKarl\n'],
    ['nobody', ''],
  ])('refuses when the list of users holds %s [I06]', async (_, list) => {
    await using world = await quietWorld();
    world.fake.mood.userList = list + end;
    await expect(world.ccu.verifyLogin('Karl', 'secret')).rejects.toMatchObject({
      code: expect.stringMatching(/^(login_refused|script_failed)$/),
    });
  });

  it('ends its session when the level of the user cannot be read [I08]', async () => {
    await using world = await quietWorld();
    const heard = listen(world);
    world.fake.mood.scriptsBroken = true;
    await expect(world.ccu.verifyLogin('Karl', 'secret')).rejects.toMatchObject({ code: 'script_failed' });
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

  it('opens and ends one session, and none when the password is wrong [I09]', async () => {
    await using world = await quietWorld();
    const heard = listen(world);
    await world.ccu.verifyLogin('Karl', 'secret');
    expect([heard.opened(), heard.closed()]).toEqual([1, [`sid${world.fake.logins}`]]);
    await expect(world.ccu.verifyLogin('Karl', 'wrong')).rejects.toMatchObject({ code: 'login_refused' });
    expect([heard.opened(), heard.closed().length]).toEqual([2, 1]);
  });

  it.each(['Session.login', 'Session.logout', 'ReGa.runScript'])(
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
