import type { LocalAccounts } from '../accounts/local.js';
import { sha256Hex } from '../crypto/hash.js';
import { withoutDoubt } from '../failures/failures.js';
import { type CookieJar, sessionTtlMs } from '../http/cookie-jar.js';
import { readCookies } from '../http/cookies.js';
import { printableUserAgent } from '../http/user-agent.js';
import type { Inspected } from '../inspection/inspect.js';
import type { Clock, SessionRecord, SessionStore } from '../model/ports.js';
import type { Principal } from '../model/principal.js';
import type { KeptRecords } from '../records/kept-records.js';
import type { Settings } from '../settings/settings.js';
import type { ForeignSessionNotes } from './foreign-notes.js';
import { createGrounds, type Ground } from './grounds.js';
import { idLength, type SessionIds } from './session-ids.js';

/** More cookies of the right form than any browser has reason to send. */
const maxCandidates = 4;

export interface LiveSession {
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
  /** The live session of the one session cookie of a request, by the kept records; null without one. */
  recall(inspected: Inspected): LiveSession | null;
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
  readonly kept: Pick<KeptRecords, 'session'>;
  readonly hashOf: (text: string) => string;
  readonly settings: Pick<Settings, 'ccu' | 'oidc'>;
  readonly accounts: LocalAccounts;
  readonly cookies: CookieJar;
  readonly clock: Clock;
  readonly ids: SessionIds;
  readonly foreign: Pick<ForeignSessionNotes, 'note'>;
}

export function createSessionRegistry(options: RegistryOptions): SessionRegistry {
  const { store, kept, hashOf, settings, accounts, cookies, clock, ids, foreign } = options;
  const grounds = createGrounds(settings, accounts);

  const isOver = ({ expiresAt }: SessionRecord) => expiresAt <= clock.now();
  const carried = ({ headers }: Inspected) => readCookies(headers.cookies, cookies.names.session);
  const valuesOf = (inspected: Inspected): readonly string[] => carried(inspected).filter(ids.hasForm);

  const revive = async (record: SessionRecord): Promise<Principal | null> => {
    const live = liveOn(record, isOver(record) ? null : await grounds.of(record));
    if (live !== null) return live.principal;
    if (isOver(record) || !store.shared || grounds.isInStores(record))
      await withoutDoubt(() => store.delete(record.idHash));
    return null;
  };

  const find = async (value: string): Promise<LiveSession | null> => {
    const record = await store.find(hashOf(value));
    const principal = record && (await revive(record));
    return record && principal && { record, principal };
  };

  const findAll = async (values: readonly string[]): Promise<readonly LiveSession[]> => {
    const live: LiveSession[] = [];
    for (const value of values) {
      const session = await find(value);
      if (session) live.push(session);
    }
    return live;
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
    recall: (inspected) => {
      const [value, other] = carried(inspected);
      // Several are for `lookup`. A value of another form has no kept session, and a long one is not hashed for that.
      if (value === undefined || other !== undefined || value.length !== idLength) return null;
      const record = kept.session(hashOf(value));
      return record === undefined || isOver(record) ? null : liveOn(record, grounds.recall(record));
    },
    lookup: async (inspected) => {
      if (inspected.headers.cookies.length === 0) return none;
      const values = valuesOf(inspected);
      const distinct = values.length > 1 ? [...new Set(values)] : values;
      if (distinct.length > maxCandidates) return none;
      const [session, ...others] = await findAll(distinct);
      if (others.length > 0) return { kind: 'ambiguous', sessions: [session!, ...others] };
      if (session) return { kind: 'live', session };
      const isForeign = distinct.some(ids.isForeign);
      if (isForeign) foreign.note(inspected);
      return { kind: 'none', isForeign };
    },
    issue: async (session, inspected) => {
      const value = ids.make();
      const record = recordOf(session, { value, createdAt: clock.now(), inspected });
      await store.create(record);
      return { value, record };
    },
  };
}

/** The stored form of a new session; of its value only the hash is kept. */
function recordOf(
  { principalKey, subject, scheme, role, authEpoch }: NewSession,
  made: { readonly value: string; readonly createdAt: number; readonly inspected: Inspected },
): SessionRecord {
  const { value, createdAt, inspected } = made;
  return {
    idHash: sha256Hex(value),
    principalKey,
    subject,
    scheme,
    role,
    authEpoch,
    createdAt,
    expiresAt: createdAt + sessionTtlMs,
    lastSeenAt: null,
    address: inspected.facts.client,
    userAgent: printableUserAgent(inspected.headers.get('user-agent'), 256),
  };
}

/** The session on the present ground of its login; null when that is another one. */
function liveOn(record: SessionRecord, ground: Ground): LiveSession | null {
  const { principalKey: key, subject, scheme, authEpoch, expiresAt, idHash } = record;
  if (ground?.epoch !== authEpoch) return null;
  const { role } = ground;
  const principal = { key, subject, scheme, role, credentialId: `session:${idHash}`, expiresAt, authEpoch };
  return { record, principal };
}
