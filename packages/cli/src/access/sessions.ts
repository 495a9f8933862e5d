import type { Principal, SessionSummary } from '@ccu-gateway/auth-core';
import type { CallAnswer } from '@ccu-gateway/client';
import type { Context } from '../context/context.js';
import { isoOrNull } from '../terminal/text.js';
import { taken, withDatabase } from './database.js';
import type { Offline } from './offline.js';

/** Browser session in the form of the API. Only a running gateway knows the number of its sockets. */
export type SessionView = CallAnswer<'listSessions'>[number];

/** Sessions, on the gateway that is named or on the database. Every call may throw a `CliError`. */
export interface SessionAdmin {
  /** The URL or the file, for questions. */
  readonly house: string;
  /** Of a user or of all; without either one's own, which a database has not. */
  list(whose: { readonly subject?: string | undefined; readonly all?: boolean }): Promise<readonly SessionView[]>;
  end(id: string): Promise<void>;
  endAll(subject: string): Promise<void>;
}

/** Runs `body` with the sessions of the gateway or database that the command line names. @throws CliError */
export async function withSessions<T>(context: Context, body: (admin: SessionAdmin) => Promise<T>): Promise<T> {
  if (context.place() === 'database') return withDatabase(context, (offline) => body(sessionsOnDatabase(offline)));
  const rest = await context.rest({ token: 'required' });
  return body({
    house: rest.url,
    list: ({ subject, all }) => rest.call('listSessions', { query: { subject, ...(all === true && { all }) } }),
    end: async (id) => void (await rest.call('endSession', { path: { id } })),
    endAll: async (subject) => void (await rest.call('endSessions', { query: { subject } })),
  });
}

function sessionsOnDatabase({ where, auth, actor }: Offline): SessionAdmin {
  // The right to open the file includes all rights of an administrator.
  const by: Principal = {
    key: actor.subject,
    subject: actor.subject,
    scheme: 'basic',
    role: 'admin',
    credentialId: actor.subject,
    authEpoch: '',
  };
  return {
    house: where,
    list: async ({ subject }) =>
      taken(await auth.sessions.list(by, subject === undefined ? { all: true } : { subject })).map(viewOf),
    end: async (id) => void taken(await auth.sessions.revoke(id, by, actor)),
    endAll: async (subject) => void taken(await auth.sessions.revokeAll(by, actor, { subject })),
  };
}

function viewOf({
  id,
  subject,
  scheme,
  createdAt,
  expiresAt,
  lastSeenAt,
  address,
  userAgent,
}: SessionSummary): SessionView {
  const iso = (at: number) => new Date(at).toISOString();
  return {
    id,
    subject,
    scheme,
    created_at: iso(createdAt),
    expires_at: iso(expiresAt),
    last_seen_at: isoOrNull(lastSeenAt),
    address,
    ...(userAgent === null ? {} : { user_agent: userAgent }),
    current: false,
  };
}
