import type { Gateway } from '@ccu-gateway/client';
import { describe, expect, it } from 'vitest';
import { baseOf } from '../net/base.js';
import { createSession } from './session.js';

function page(logout: () => Promise<unknown>) {
  const visited: string[] = [];
  const forgotten: string[] = [];
  const session = createSession({
    // Only `logout` and `login` are called here.
    gateway: () => ({ call: logout }) as unknown as Gateway,
    base: baseOf('http://gateway/house/'),
    location: { pathname: '/house/devices', search: '?q=x', assign: (to) => void visited.push(String(to)) },
    forget: async () => {
      forgotten.push('house');
    },
  });
  return { session, visited, forgotten };
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

  it('asks over the page where a password was used, and goes on with the same user', async () => {
    const anna = { subject: 'anna', role: 'admin', scheme: 'session' } as const;
    const { session, visited, forgotten } = page(async () => anna);
    session.restore(anna);
    session.signIn();
    await settled();
    expect([session.hasEnded.value, session.isOver(), visited, forgotten]).toEqual([true, true, [], ['house']]);
    await session.resume({ username: 'anna', password: 'long enough' });
    expect([session.hasEnded.value, session.isOver(), visited]).toEqual([false, false, []]);
    session.signIn();
    expect(session.hasEnded.value).toBe(true);
  });

  it('asks once though a request of the session before is refused after another sign-in', async () => {
    const anna = { subject: 'anna', role: 'admin', scheme: 'session' } as const;
    const { session } = page(async () => anna);
    session.restore(anna);
    const [first, late] = [session.refusal(), session.refusal()];
    first();
    await session.resume({ username: 'anna', password: 'long enough' });
    late();
    expect([session.hasEnded.value, session.isOver()]).toEqual([false, false]);
    session.refusal()();
    expect([session.hasEnded.value, session.isOver()]).toEqual([true, true]);
  });

  it('loads the page anew for another user, and stays closed after a refused sign-in', async () => {
    const answers: (() => Promise<unknown>)[] = [
      () => Promise.reject(new Error('refused')),
      async () => ({ subject: 'karl', role: 'viewer' }),
    ];
    const { session, visited } = page(() => answers.shift()!());
    session.restore({ subject: 'anna', role: 'admin', scheme: 'session' });
    session.signIn();
    await expect(session.resume({ username: 'anna', password: '' })).rejects.toThrow('refused');
    expect([session.hasEnded.value, visited]).toEqual([true, []]);
    await session.resume({ username: 'karl', password: 'long enough' });
    expect([session.hasEnded.value, visited]).toEqual([true, ['/house/devices']]);
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
