import type { Ccu } from '@ccu-gateway/ccu-client';
import { createCentralDirectory } from '@ccu-gateway/gateway-core/parts';
import { expect, it } from 'vitest';
import { createCcuLogin } from './ccu-login.js';

const { signal } = new AbortController();
const entry = (name: string, enabled = true) => ({ name, host: `${name}.lan`, enabled });

/** The CCUs `home` and `attic`, connected in another order than they are configured in. */
function world(central = '') {
  const asked: string[] = [];
  const ccu = (name: string) => {
    const verifyLogin = async () => {
      asked.push(name);
      return { level: 8 };
    };
    return { verifyLogin } as unknown as Ccu;
  };
  const connected = new Map([
    ['attic', ccu('attic')],
    ['home', ccu('home')],
  ]);
  const directory = createCentralDirectory([entry('home'), entry('attic')]);
  const login = createCcuLogin({ centrals: { get: (name) => connected.get(name) }, directory }, central);
  return { asked, connected, directory, verify: () => login.verify('anna', 'a password', signal) };
}

it('asks the first CCU of the configuration, in whatever order they are connected [I12]', async () => {
  const { asked, verify } = world();
  expect(await verify()).toEqual({ ok: true, userLevel: 8 });
  expect(asked).toEqual(['home']);
});

it('asks no other CCU while the connection of the right one is renewed', async () => {
  const { asked, connected, verify } = world();
  connected.delete('home');
  expect(await verify()).toEqual({ ok: false, cause: 'unreachable' });
  expect(asked).toEqual([]);
});

it('asks the next one only when the first was switched off in the configuration', async () => {
  const { asked, directory, verify } = world();
  directory.put(entry('home', false));
  expect(await verify()).toEqual({ ok: true, userLevel: 8 });
  expect(asked).toEqual(['attic']);
});

it.each([
  ['unknown', () => undefined],
  ['disabled', (directory: ReturnType<typeof world>['directory']) => directory.put(entry('cellar', false))],
])('asks no CCU when the CCU that was named is %s [I12]', async (_what, prepare) => {
  const { asked, directory, verify } = world('cellar');
  prepare(directory);
  expect(await verify()).toEqual({ ok: false, cause: 'no_central' });
  expect(asked).toEqual([]);
});

it('asks no CCU when the database lists CCUs, but not the one that was named, though it is connected [I12]', async () => {
  const { asked, directory, verify } = world('attic');
  expect(await verify()).toEqual({ ok: true, userLevel: 8 });
  directory.load([entry('home')]);
  expect(await verify()).toEqual({ ok: false, cause: 'no_central' });
  directory.load([entry('home'), entry('attic', false)]);
  expect(await verify()).toEqual({ ok: false, cause: 'no_central' });
  expect(asked).toEqual(['attic']);
});
