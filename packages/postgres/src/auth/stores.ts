import type {
  AuthStores,
  ExclusiveStores,
  FlowRecord,
  FlowStore,
  GoodSource,
  GoodSourceStore,
  OwnWayStore,
} from '@ccu-gateway/auth-core';
import { toStorageError } from '@ccu-gateway/storage/stores';
import type { Listener } from '../database/listener.js';
import type { Session, Statements } from '../database/session.js';
import { createSessionStore } from './sessions.js';
import { createTokenStore } from './tokens.js';
import { createUserStore } from './users.js';

/** Authentication sources of this gateway, noted with these statements. */
export type OwnWaysOn = (session: Statements) => OwnWayStore;

export function createAccountStores(session: Statements, ownWaysOn: OwnWaysOn): ExclusiveStores {
  return {
    ownWays: ownWaysOn(session),
    users: createUserStore(session),
    sessions: createSessionStore(session),
    tokens: createTokenStore(session),
  };
}

interface AuthStoreParts {
  readonly listener: Listener | undefined;
  readonly ownWaysOn: OwnWaysOn;
  readonly exclusively: AuthStores['exclusively'];
}

export function createAuthStores(session: Session, { listener, ownWaysOn, exclusively }: AuthStoreParts): AuthStores {
  return {
    ...createAccountStores(session, ownWaysOn),
    exclusively,
    goodSources: createGoodSourceStore(session),
    flows: createFlowStore(session),
    changes: {
      current: async () => (await counter(session, listener))[0]?.number ?? 0,
      ...(listener !== undefined && { onChange: listener.onChange }),
    },
  };
}

/** It is asked for all the time, so it is the first to notice that the connections are dead. */
async function counter(session: Session, listener: Listener | undefined): Promise<readonly { number: number }[]> {
  const question = 'SELECT number FROM access_changes';
  const asked = listener?.ask<{ number: number }>(question);
  if (asked === undefined) return await session.rows(question);
  try {
    const rows = await asked;
    session.note(undefined);
    return rows;
  } catch (error) {
    session.note(toStorageError(error));
    throw error;
  }
}

function createGoodSourceStore(session: Session): GoodSourceStore {
  return {
    list: () => session.rows<GoodSource>('SELECT account, source, at FROM good_sources ORDER BY at'),
    put: async ({ account, source, at }) =>
      void (await session.count(
        'INSERT INTO good_sources VALUES ($1, $2, $3) ON CONFLICT (account, source) DO UPDATE SET at = excluded.at',
        [account, source, at],
      )),
    remove: async (account, source) =>
      void (await session.count('DELETE FROM good_sources WHERE account = $1 AND source = $2', [account, source])),
  };
}

export interface ResetCounts {
  readonly users: number;
  readonly sessions: number;
  readonly tokens: number;
}

/** Deletes every user, session, API token and noted authentication source, and takes none of these tokens back. */
export function resetAccess(session: Session, at: number): Promise<ResetCounts> {
  return session.transaction('access', async (queries) => {
    await queries.count(
      'INSERT INTO revoked_tokens SELECT fingerprint, $1 FROM tokens ON CONFLICT (fingerprint) DO NOTHING',
      [at],
    );
    // A gateway that still has one hears of it, and notes it again.
    await queries.count('DELETE FROM own_ways');
    return {
      users: await queries.count('DELETE FROM users'),
      sessions: await queries.count('DELETE FROM sessions'),
      tokens: await queries.count('DELETE FROM tokens'),
    };
  });
}

function createFlowStore(session: Session): FlowStore {
  return {
    add: ({ idHash, returnTo, lane, startedAt }, { capacity, over }) =>
      session.transaction('oidc_flows', async (queries) => {
        await queries.count('DELETE FROM oidc_flows WHERE started_at <= $1', [over]);
        await queries.count(
          `DELETE FROM oidc_flows WHERE number = (
             SELECT number FROM (SELECT number, count(*) OVER (PARTITION BY lane) AS held FROM oidc_flows) AS each
             WHERE (SELECT count(*) FROM oidc_flows) >= $1 ORDER BY held DESC, number LIMIT 1)`,
          [capacity],
        );
        await queries.count('INSERT INTO oidc_flows (id_hash, return_to, lane, started_at) VALUES ($1, $2, $3, $4)', [
          ...[idHash, returnTo],
          ...[lane, startedAt],
        ]);
      }),
    async take(idHash, over) {
      const [flow] = await session.rows<FlowRecord>(
        `DELETE FROM oidc_flows WHERE id_hash = $1
         RETURNING id_hash AS "idHash", return_to AS "returnTo", lane, started_at AS "startedAt"`,
        [idHash],
      );
      return flow && flow.startedAt > over ? flow : null;
    },
  };
}
