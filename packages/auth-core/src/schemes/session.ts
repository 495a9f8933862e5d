import { createUseNotes } from '../credential-use/use-notes.js';
import type { CookieJar } from '../http/cookie-jar.js';
import type { Inspected } from '../inspection/inspect.js';
import type { AuthLogger, Clock, SessionStore } from '../model/ports.js';
import { withCookies } from '../model/problems.js';
import type { KeptRecords } from '../records/kept-records.js';
import type { LiveSession, SessionRegistry } from '../sessions/registry.js';
import { absent, type Challenge, type CredentialScheme, type Reading } from './scheme.js';

export interface SessionOptions {
  readonly registry: SessionRegistry;
  readonly store: Pick<SessionStore, 'find' | 'touch'>;
  readonly kept: Pick<KeptRecords, 'recallOr'>;
  readonly clock: Clock;
  readonly logger: AuthLogger;
  readonly cookies: CookieJar;
  readonly challenge: Challenge;
}

/** Session cookies, whichever login they came from. */
export function createSessionScheme(options: SessionOptions): CredentialScheme {
  const { registry, store, kept, cookies, challenge, clock, logger } = options;
  const notes = createUseNotes(clock);

  const noteUse = (idHash: string): void => {
    if (!notes.isDue(idHash)) return;
    store.touch(idHash, clock.now()).catch(() => logger.warn('auth.session.touch_failed'));
  };

  const proven = ({ principal, record: { idHash } }: LiveSession): Reading => {
    noteUse(idHash);
    return { kind: 'proven', principal, ambient: { kind: 'session', idHash } };
  };

  const look = async (inspected: Inspected): Promise<Reading> => {
    const found = await registry.lookup(inspected);
    if (found.kind === 'none') return absent;
    if (found.kind === 'live') return proven(found.session);
    return {
      kind: 'refused',
      problem: withCookies(challenge(inspected), cookies.clearSession(inspected.facts.basePath)),
      attempt: { subject: '', scheme: 'session', reason: 'session_ambiguous' },
      mayBeForwarded: false,
    };
  };

  return {
    auditsUse: () => false,
    read: (inspected) => {
      if (inspected.headers.cookies.length === 0) return absent;
      return kept.recallOr(
        () => {
          const session = registry.recall(inspected);
          return session && proven(session);
        },
        () => look(inspected),
      );
    },
    currentRole: async ({ credentialId }) => {
      const record = await store.find(credentialId.slice('session:'.length));
      const revived = record && (await registry.revive(record));
      return revived?.role ?? null;
    },
  };
}
