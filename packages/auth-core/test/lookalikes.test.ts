import { describe, expect, it } from 'vitest';
import { cli, startWorld } from './world.js';

const password = 'a password of mine';

describe('a new local user', () => {
  it.each([
    ['r\u043eot', 'root', 'a Cyrillic o'],
    ['\u043e\u0440', 'op', 'nothing but Cyrillic letters'],
    ['ro\u03bft', 'root', 'a Greek omicron'],
    ['r\u{1d428}ot', 'root', 'nothing, because a mathematical letter is not in its plain form'],
    ['\u0441fg', 'cfg', 'a Cyrillic es beside a user of the configuration'],
    ['v\u0131', 'vi', 'an i without its dot'],
    ['ro\ufe00ot', 'root', 'a variation selector'],
  ])('is not called %j, which looks like %s: %s', async (username, other) => {
    const world = await startWorld();
    const answer = await world.auth.users.create({ username, password, role: 'viewer' }, cli);
    expect(answer.ok === false && answer.problem).toMatchObject({ code: 'validation', reason: 'username_invalid' });
    expect((await world.auth.users.list()).ok && (await world.stores.users.list()).length).toBe(3);
    expect(await world.stores.users.find(other === 'cfg' ? 'root' : other)).not.toBeNull();
  });

  it('that looks like another is refused with the other name', async () => {
    const world = await startWorld();
    const answer = await world.auth.users.create({ username: 'r\u043eot', password, role: 'viewer' }, cli);
    const errors = [{ path: 'username', message: 'looks like the user "root"' }];
    expect(answer.ok === false && answer.problem.errors).toEqual(errors);
  });

  it('may have a name of any script that looks like no other, and an exact one is taken, not alike', async () => {
    const world = await startWorld();
    for (const username of ['\u0436\u0443\u043a', 'J\u00fcrgen', 'jurgen', 'root2']) {
      expect((await world.auth.users.create({ username, password, role: 'viewer' }, cli)).ok).toBe(true);
    }
    const again = await world.auth.users.create({ username: 'root', password, role: 'viewer' }, cli);
    expect(again.ok === false && again.problem.reason).toBe('user_exists');
  });

  it('is one of two that look alike and come at once', async () => {
    const world = await startWorld();
    const answers = await Promise.all(
      ['paul', 'p\u0430ul', '\u0440aul'].map((username) =>
        world.auth.users.create({ username, password, role: 'viewer' }, cli),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('that was there before keeps signing in', async () => {
    const world = await startWorld();
    const root = await world.stores.users.find('root');
    if (root === null) throw new Error('there is no root');
    await world.stores.users.create({ ...root, account: 'r\u043eot' });
    expect((await world.auth.users.update('r\u043eot', { password }, cli)).ok).toBe(true);
    expect((await world.login('r\u043eot', password)).status).toBe(200);
  });
});
