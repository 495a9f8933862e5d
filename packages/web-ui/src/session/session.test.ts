import type { Gateway } from '@ccu-gateway/client';
import { describe, expect, it } from 'vitest';
import { baseOf } from '../net/base.js';
import { createSession } from './session.js';

function page(logout: () => Promise<void>) {
  const visited: string[] = [];
  const session = createSession({
    // Only `logout` is called here.
    gateway: () => ({ call: logout }) as unknown as Gateway,
    base: baseOf('http://gateway/house/'),
    location: { pathname: '/house/devices', search: '?q=x', assign: (to) => void visited.push(String(to)) },
    forget: async () => {},
  });
  return { session, visited };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a session that is over', () => {
  it('leads to the form once, however many requests are refused', async () => {
    const { session, visited } = page(async () => {});
    session.signIn();
    session.signIn();
    await settled();
    session.signIn();
    await settled();
    expect(visited).toEqual(['/house/login?return_to=%2Fdevices%3Fq%3Dx']);
  });

  it('leads to the form without a way back when it was signed out, also when the stream ends first', async () => {
    const { session, visited } = page(async () => session.signIn());
    await session.signOut();
    await settled();
    expect(visited).toEqual(['/house/login']);
  });

  it('continues where the request to the gateway failed', async () => {
    const { session, visited } = page(() => Promise.reject(new Error('no gateway')));
    await expect(session.signOut()).rejects.toThrow('no gateway');
    expect([visited, session.isOver()]).toEqual([[], false]);
    session.signIn();
    await settled();
    expect([visited.length, session.isOver()]).toEqual([1, true]);
  });
});
