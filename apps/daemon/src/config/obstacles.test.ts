import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { loadConfig } from './load.js';
import { letsAdminIn } from './obstacles.js';

const { config } = loadConfig({ argv: [], env: { HOME: tmpdir() }, cwd: tmpdir() });
const plain = { ccuLogin: false, ingress: false, centrals: [] };

function judged(auth: object, build: Partial<Parameters<typeof letsAdminIn>[1]> = {}): boolean {
  const { north } = config;
  const rest = { ...north.rest, auth: { ...north.rest.auth, ...auth } };
  return letsAdminIn({ ...config, north: { ...north, rest } }, { ...plain, ...build });
}

it('a configuration lets an admin in by a user of that role, with its name in any case', () => {
  const users = { Karl: 'a password' };
  expect(judged({})).toBe(false);
  expect(judged({ users })).toBe(true);
  expect(judged({ users, user_roles: { karl: 'viewer' } })).toBe(false);
  expect(judged({ users: { ...users, anna: 'another' }, user_roles: { karl: 'viewer' } })).toBe(true);
});

it('a configuration lets an admin in by a proxy that vouches for one, where there is one', () => {
  const { ha_ingress: ingress } = config.north.rest.auth;
  expect(judged({}, { ingress: true })).toBe(true);
  expect(judged({})).toBe(false);
  expect(judged({ ha_ingress: { ...ingress, role: 'operator' } }, { ingress: true })).toBe(false);
});

it('a configuration lets an admin in by the CCU that is asked, where that is enabled', () => {
  const centrals = [
    { name: 'home', enabled: false },
    { name: 'attic', enabled: true },
  ];
  const { ccu } = config.north.rest.auth;
  expect(judged({}, { ccuLogin: true, centrals })).toBe(true);
  expect(judged({ ccu: { ...ccu, central: 'home' } }, { ccuLogin: true, centrals })).toBe(false);
  expect(judged({ ccu: { ...ccu, enabled: false } }, { ccuLogin: true, centrals })).toBe(false);
  expect(judged({}, { centrals })).toBe(false);
});
