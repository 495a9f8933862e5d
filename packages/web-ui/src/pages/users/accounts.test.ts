import { describe, expect, it } from 'vitest';
import { accountsOf } from './accounts.js';

const AT = '2026-11-20T08:00:00Z';
const session = (subject: string, scheme: 'session' | 'oidc' | 'ccu', created_at = AT) => ({
  id: `${scheme}-${subject}-${created_at}`,
  subject,
  scheme,
  created_at,
  expires_at: AT,
  address: '10.0.0.7',
  current: false,
});

describe('the accounts', () => {
  it('have the sessions of their own source only, and those without an account here are listed by their sessions', () => {
    const accounts = accountsOf({
      names: [{ username: 'anna', role: 'admin', source: 'local' }],
      users: [{ subject: 'anna', role: 'admin', created_at: AT }],
      sessions: [session('anna', 'session'), session('anna', 'oidc'), session('bert', 'ccu')],
    });
    expect(accounts.map(({ name, source, sessions }) => [name, source, sessions.length])).toEqual([
      ['anna', 'local', 1],
      ['anna', 'oidc', 1],
      ['bert', 'ccu', 1],
    ]);
  });

  it('count no disabled administrator as the one that has to stay', () => {
    const admin = (subject: string) => ({ subject, role: 'admin' as const, created_at: AT });
    const accounts = accountsOf({
      names: ['anna', 'bert'].map((username) => ({ username, role: 'admin', source: 'local' })),
      users: [admin('anna'), { ...admin('bert'), disabled_at: AT }],
      sessions: [],
    });
    expect(accounts.map(({ name, lastAdmin, disabledAt }) => [name, lastAdmin, disabledAt])).toEqual([
      ['anna', true, undefined],
      ['bert', false, Date.parse(AT)],
    ]);
  });

  it('take their source and the number of their sessions from the gateway', () => {
    const [kept, elsewhere] = accountsOf({
      names: [{ username: 'anna', role: 'admin', source: 'config' }],
      users: [
        { subject: 'anna', role: 'viewer', created_at: AT, source: 'local', sessions: 9 },
        { subject: 'anna', role: 'admin', created_at: AT, source: 'config', sessions: 2 },
      ],
      sessions: [{ ...session('bert', 'oidc'), last_seen_at: '2026-11-21T09:00:00Z' }],
    });
    expect(kept).toMatchObject({ name: 'anna', source: 'config', sessionCount: 2 });
    expect(elsewhere).toMatchObject({ sessionCount: 1, lastSeenAt: Date.parse('2026-11-21T09:00:00Z') });
  });

  it('have no last use where the gateway sends null', () => {
    const [account] = accountsOf({
      names: [{ username: 'anna', role: 'admin', source: 'local' }],
      users: [{ subject: 'anna', role: 'admin', created_at: AT, last_seen_at: null }],
      sessions: [],
    });
    expect(account).not.toHaveProperty('lastSeenAt');
  });

  it('include the last administrator, of any source', () => {
    const last = (names: Parameters<typeof accountsOf>[0]['names']) =>
      accountsOf({ names, users: [], sessions: [] }).map(({ lastAdmin }) => lastAdmin);
    expect(
      last([
        { username: 'anna', role: 'admin' },
        { username: 'bert', role: 'viewer' },
      ]),
    ).toEqual([true, false]);
    expect(
      last([
        { username: 'anna', role: 'admin' },
        { username: 'file', role: 'admin', source: 'config' },
      ]),
    ).toEqual([false, false]);
  });
});
