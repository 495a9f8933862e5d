import type { LocalAccounts } from '../accounts/local.js';
import { sha256Hex } from '../crypto/hash.js';
import { withoutDoubt } from '../failures/failures.js';
import { type CookieJar, sessionTtlMs } from '../http/cookie-jar.js';
import { readCookies } from '../http/cookies.js';
import { printableUserAgent } from '../http/user-agent.js';
import type { Inspected } from '../inspection/inspect.js';
import type { Clock, SessionRecord, SessionStore } from '../model/ports.js';
import type { Principal } from '../model/principal.js';
import type { Settings } from '../settings/settings.js';
import type { ForeignSessionNotes } from './foreign-notes.js';
import { createGrounds } from './grounds.js';
import type { SessionIds } from './session-ids.js';

/** More cookies of the right form than any browser has reason to send. */
const maxCandidates = 4;

interface LiveSession {
  readonly record: SessionRecord;
  readonly principal: Principal;
}

type SessionLookup =
  /** `isForeign`: one of the cookies was made by another gateway. */
  | { readonly kind: 'none'; readonly isForeign: boolean }
  | { readonly kind: 'live'; readonly session: LiveSession }
  /** Two live sessions at once: one of them was planted, and which one is not known. */
  | { readonly kind: 'ambiguous'; readonly sessions: readonly LiveSession[] };

const none: SessionLookup = { kind: 'none', isForeign: false };

export interface NewSession {
  readonly principalKey: string;
  readonly subject: string;
  readonly scheme: SessionRecord['scheme'];
  readonly role: SessionRecord['role'];
  /** Ground of the login when it was proven. */
  readonly authEpoch: string;
}

/** Issues sessions and finds them again. Only hashes of their values are ever stored. */
export interface SessionRegistry {
  lookup(inspected: Inspected): Promise<SessionLookup>;
  /**
   * The present principal of a stored session. Null when it expired or its ground is gone; it is deleted then, so that
   * switching a scheme on again, or setting an old password again, brings nothing back. In a shared store, a session
   * with a ground that may be valid at another gateway is only refused.
   */
  revive(record: SessionRecord): Promise<Principal | null>;
  /** Deletes those which lost their ground, even though no request uses them: in a shared store by a change that this gateway saw. */
  review(): Promise<void>;
  /**
   * The part of `review` that is free if there is nothing to do: it repeats the changes that a shared store could not
   * make earlier.
   */
  endLost(): Promise<void>;
  issue(session: NewSession, inspected: Inspected): Promise<{ readonly value: string; readonly record: SessionRecord }>;
}

export interface RegistryOptions {
  readonly store: SessionStore;
  readonly settings: Pick<Settings, 'ccu' | 'oidc'>;
  readonly accounts: LocalAccounts;
  readonly cookies: CookieJar;
  readonly clock: Clock;
  readonly ids: SessionIds;
  readonly foreign: Pick<ForeignSessionNotes, 'note'>;
}

export function createSessionRegistry(options: RegistryOptions): SessionRegistry {
  const { store, settings, accounts, cookies, clock, ids, foreign } = options;
  const grounds = createGrounds(settings, accounts);

  const revive = async (record: SessionRecord): Promise<Principal | null> => {
    const { principalKey: key, subject, scheme, authEpoch, expiresAt, idHash } = record;
    const isOver = expiresAt <= clock.now();
    const ground = isOver ? null : await grounds.of(record);
    if (ground?.epoch === authEpoch) {
      return { key, subject, scheme, role: ground.role, credentialId: `session:${idHash}`, expiresAt, authEpoch };
    }
    if (isOver || !store.shared || grounds.isInStores(record)) await withoutDoubt(() => store.delete(idHash));
    return null;
  };

  const find = async (value: string): Promise<LiveSession | null> => {
    const record = await store.find(sha256Hex(value));
    const principal = record && (await revive(record));
    return record && principal && { record, principal };
  };

  const endLost = async (): Promise<void> => {
    if (!store.shared) return;
    await grounds.endLost(async (isLost) => {
      for (const { idHash } of (await store.list()).filter(isLost)) await store.delete(idHash);
    });
  };

  return {
    revive,
    endLost,
    review: async () => {
      if (store.shared) await endLost();
      else for (const record of await store.list()) await revive(record);
    },
    lookup: async (inspected) => {
      const { headers } = inspected;
      if (headers.cookies.length === 0) return none;
      const values = readCookies(headers.cookies, cookies.names.session).filter(ids.hasForm);
      const distinct = values.length > 1 ? [...new Set(values)] : values;
      if (distinct.length > maxCandidates) return none;
      const live: LiveSession[] = [];
      for (const value of distinct) {
        const session = await find(value);
        if (session) live.push(session);
      }
      const [session] = live;
      if (!session) {
        const isForeign = distinct.some(ids.isForeign);
        if (isForeign) foreign.note(inspected);
        return { kind: 'none', isForeign };
      }
      return live.length > 1 ? { kind: 'ambiguous', sessions: live } : { kind: 'live', session };
    },
    issue: async ({ principalKey, subject, scheme, role, authEpoch }, { headers, facts }) => {
      const value = ids.make();
      const createdAt = clock.now();
      const record: SessionRecord = {
        idHash: sha256Hex(value),
        principalKey,
        subject,
        scheme,
        role,
        authEpoch,
        createdAt,
        expiresAt: createdAt + sessionTtlMs,
        lastSeenAt: null,
        address: facts.client,
        userAgent: printableUserAgent(headers.get('user-agent'), 256),
      };
      await store.create(record);
      return { value, record };
    },
  };
}
