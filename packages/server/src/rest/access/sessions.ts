import type { Auth, SessionSummary } from '@ccu-gateway/auth-core';
import { flag, sessionSummary } from '@ccu-gateway/contract';
import { principalOf, toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import type { ConnectionCounter } from '../../events/limits.js';
import { granted } from '../../http/problems/refusal.js';
import { actorOfCaller } from '../../operation/caller.js';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{ readonly auth: Auth; readonly connections: ConnectionCounter }>();

const tag = 'sessions';
const subject = z.string().min(1).max(256).optional().describe('Sessions of this account instead of one’s own; admin.');

export const sessionOperations = [
  operation({
    method: 'GET',
    path: '/auth/sessions',
    operationId: 'listSessions',
    access: 'viewer',
    tag,
    summary: 'List one’s own browser sessions; for an administrator also those of others',
    query: z.object({ subject, all: flag.optional().describe('Those of every subject; admin.') }),
    responses: { 200: { description: 'The sessions, newest first', schema: z.array(sessionSummary) } },
    problems: ['service_unready'],
    handler: async ({ query, caller }, { auth, connections }) => {
      const sessions = granted(await auth.sessions.list(principalOf(caller), query));
      return json(sessions.map((session) => summaryOf(session, connections)));
    },
  }),
  operation({
    method: 'DELETE',
    path: '/auth/sessions',
    operationId: 'endSessions',
    access: 'viewer',
    tag,
    summary: 'End all of one’s own sessions but this one; for an administrator all of an account',
    query: z.object({ subject }),
    responses: { 204: { description: 'Ended' } },
    problems: ['service_unready'],
    handler: async ({ query, caller }, { auth }) => {
      granted(await auth.sessions.revokeAll(principalOf(caller), actorOfCaller(caller), query));
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    operationId: 'endSession',
    access: 'viewer',
    tag,
    summary: 'End one session: one’s own, for an administrator any',
    params: z.object({ id: z.string().min(1).max(64) }),
    responses: { 204: { description: 'Ended' } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ params, caller }, { auth }) => {
      granted(await auth.sessions.revoke(params.id, principalOf(caller), actorOfCaller(caller)));
      return NO_CONTENT;
    },
  }),
];

function summaryOf(session: SessionSummary, connections: ConnectionCounter): z.input<typeof sessionSummary> {
  return {
    id: session.id,
    subject: session.subject,
    scheme: session.scheme,
    created_at: toTimestamp(session.createdAt),
    expires_at: toTimestamp(session.expiresAt),
    last_seen_at: session.lastSeenAt === null ? null : toTimestamp(session.lastSeenAt),
    address: session.address,
    ...(session.userAgent === null ? {} : { user_agent: session.userAgent }),
    live_sockets: connections.openedWith(session.credentialId),
    current: session.current,
  };
}
