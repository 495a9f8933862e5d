import { createUseNotes } from '../credential-use/use-notes.js';
import type { CookieJar } from '../http/cookie-jar.js';
import type { Inspected } from '../inspection/inspect.js';
import type { AuthLogger, Clock, SessionStore } from '../model/ports.js';
import { withCookies } from '../model/problems.js';
import type { SessionRegistry } from '../sessions/registry.js';
import { absent, type Challenge, type CredentialScheme, type Reading } from './scheme.js';

export interface SessionOptions {
  readonly registry: SessionRegistry;
  readonly store: Pick<SessionStore, 'find' | 'touch'>;
  readonly clock: Clock;
  readonly logger: AuthLogger;
  readonly cookies: CookieJar;
  readonly challenge: Challenge;
}

/** Session cookies, whichever login they came from. */
export function createSessionScheme(options: SessionOptions): CredentialScheme {
  const { registry, store, cookies, challenge, clock, logger } = options;
  const notes = createUseNotes(clock);

  const noteUse = (idHash: string): void => {
    if (!notes.isDue(idHash)) return;
    store.touch(idHash, clock.now()).catch(() => logger.warn('auth.session.touch_failed'));
  };

  const readCookie = async (inspected: Inspected): Promise<Reading> => {
    const found = await registry.lookup(inspected);
    if (found.kind === 'none') return absent;
    if (found.kind === 'live') {
      const { principal, record } = found.session;
      noteUse(record.idHash);
      return { kind: 'proven', principal, ambient: { kind: 'session', idHash: record.idHash } };
    }
    return {
      kind: 'refused',
      problem: withCookies(challenge(inspected), cookies.clearSession(inspected.facts.basePath)),
      attempt: { subject: '', scheme: 'session', reason: 'session_ambiguous' },
      mayBeForwarded: false,
    };
  };

  return {
    usesAreAudited: false,
    read: (inspected) => (inspected.headers.cookies.length === 0 ? absent : readCookie(inspected)),
    currentRole: async ({ credentialId }) => {
      const record = await store.find(credentialId.slice('session:'.length));
      const revived = record && (await registry.revive(record));
      return revived?.role ?? null;
    },
  };
}
