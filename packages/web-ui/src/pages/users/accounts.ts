import type { CallAnswer } from '@ccu-gateway/client';
import type { Role } from '../../session/session.js';

type Session = CallAnswer<'listSessions'>[number];

/** Account: a local one, one of the configuration file, or one of another authentication source. */
export interface Account {
  readonly name: string;
  readonly role: Role | undefined;
  /** Where the account is kept. */
  readonly source: 'local' | 'config' | 'oidc' | 'ccu';
  readonly createdAt?: number;
  readonly lastSeenAt?: number;
  readonly sessions: readonly Session[];
  /** How many sessions of it last, as the gateway counts them. */
  readonly sessionCount: number;
  /** Time since when the account is disabled; left out while it is enabled. */
  readonly disabledAt?: number;
  /** The only administrator that is known here and enabled: it can neither go nor lose its role. */
  readonly lastAdmin: boolean;
}

/**
 * All accounts that can sign in or are signed in. Accounts of CCUs and identity providers are known from their sessions
 * only.
 */
export function accountsOf(sources: {
  readonly names: CallAnswer<'listLoginNames'>;
  readonly users: CallAnswer<'listUsers'>;
  readonly sessions: readonly Session[];
}): readonly Account[] {
  const { names, users, sessions } = sources;
  const userOf = ({ username, source = 'local' }: (typeof names)[number]) =>
    users.find((each) => each.subject === username && (each.source ?? 'local') === source);
  const isEnabledAdmin = (name: (typeof names)[number]) =>
    name.role === 'admin' && userOf(name)?.disabled_at === undefined;
  const admins = names.filter(isEnabledAdmin).length;
  const kept = names.map((each): Account => {
    const { username, role, source = 'local' } = each;
    const user = userOf(each);
    const own = sessions.filter(({ subject, scheme }) => subject === username && scheme === 'session');
    return {
      name: username,
      role,
      source,
      ...(user === undefined ? {} : { createdAt: Date.parse(user.created_at) }),
      ...(typeof user?.last_seen_at === 'string' ? { lastSeenAt: Date.parse(user.last_seen_at) } : {}),
      sessions: own,
      sessionCount: user?.sessions ?? own.length,
      ...(user?.disabled_at === undefined ? {} : { disabledAt: Date.parse(user.disabled_at) }),
      lastAdmin: isEnabledAdmin(each) && admins === 1,
    };
  });
  const elsewhere = new Map<string, Account>();
  for (const session of sessions) {
    const { subject, scheme } = session;
    if (scheme === 'session') continue;
    const key = `${scheme}:${subject}`;
    const before = elsewhere.get(key)?.sessions ?? [];
    elsewhere.set(key, {
      name: subject,
      role: undefined,
      source: scheme,
      lastSeenAt: Math.max(
        ...[...before, session].map(({ last_seen_at: at, created_at }) => Date.parse(at ?? created_at)),
      ),
      sessions: [...before, session],
      sessionCount: before.length + 1,
      lastAdmin: false,
    });
  }
  return [...kept, ...elsewhere.values()];
}
