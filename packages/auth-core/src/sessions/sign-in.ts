import type { Auditor } from '../audit/auditor.js';
import { shortCredential } from '../audit/auditor.js';
import type { CsrfTokens } from '../csrf/tokens.js';
import { isInDoubt, withoutDoubt } from '../failures/failures.js';
import type { CookieJar } from '../http/cookie-jar.js';
import type { Inspected } from '../inspection/inspect.js';
import type { SignedIn } from '../model/auth.js';
import type { SessionRecord, SessionStore } from '../model/ports.js';
import { addressesOf } from '../model/request.js';
import type { Revocations } from '../revocations/revocations.js';
import type { NewSession, SessionRegistry } from './registry.js';

/** Turns a proven identity into a session, and ends sessions. */
export interface SignIn {
  /**
   * A new session with new cookies; a session in the request is ended, so that it cannot have been planted. Null when
   * its ground changed while it was being proven; there is no session then.
   */
  begin(session: NewSession, inspected: Inspected): Promise<SignedIn | null>;
  /** Ends every live session the request carries; answers the cookies that clear it. */
  end(inspected: Inspected): Promise<readonly string[]>;
}

export interface SignInOptions {
  readonly store: SessionStore;
  readonly registry: SessionRegistry;
  readonly cookies: CookieJar;
  readonly csrf: CsrfTokens;
  readonly revocations: Revocations;
  readonly auditor: Auditor;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { store, registry, cookies, csrf, revocations, auditor } = options;

  const endOne = async ({ idHash, subject, scheme }: SessionRecord, inspected: Inspected, action: string) => {
    const credentialId = `session:${idHash}`;
    const { facts, requestId } = inspected;
    const credential = shortCredential(credentialId);
    const entry = { action, subject, scheme, ...addressesOf(facts), credential, requestId };
    try {
      await store.delete(idHash);
    } catch (error) {
      if (isInDoubt(error)) auditor.record({ ...entry, outcome: 'pending', reason: 'outcome_unknown' });
      throw error;
    }
    revocations.publish(4401, { credentialIds: [credentialId] });
    auditor.record({ ...entry, outcome: 'ok' });
  };

  const endCarried = async (inspected: Inspected, action: string) => {
    const found = await registry.lookup(inspected);
    const sessions = found.kind === 'none' ? [] : found.kind === 'live' ? [found.session] : found.sessions;
    for (const { record } of sessions) await endOne(record, inspected, action);
  };

  /** A CCU reports no new password and no other level: the next accepted login shows them. */
  const endOutdated = async (now: SessionRecord, inspected: Inspected) => {
    if (now.scheme !== 'ccu') return;
    const outdated = (await store.list({ principalKey: now.principalKey })).filter(
      ({ role, authEpoch }) => role !== now.role || authEpoch !== now.authEpoch,
    );
    for (const record of outdated) await endOne(record, inspected, 'auth.session.outdated');
  };

  const begin: SignIn['begin'] = async (session, inspected) => {
    await endCarried(inspected, 'auth.session.replaced');
    const { value, record } = await registry.issue(session, inspected);
    const principal = await registry.revive(record);
    if (!principal) {
      await store.delete(record.idHash);
      return null;
    }
    await endOutdated(record, inspected);
    const { basePath } = inspected.facts;
    const token = csrf.issue({ kind: 'session', idHash: record.idHash });
    return { principal, cookies: [cookies.session(value, basePath), cookies.csrf(token, basePath)] };
  };

  return {
    begin: (session, inspected) => withoutDoubt(() => begin(session, inspected)),
    end: async (inspected) => {
      await endCarried(inspected, 'auth.logout');
      return cookies.clearSession(inspected.facts.basePath);
    },
  };
}
