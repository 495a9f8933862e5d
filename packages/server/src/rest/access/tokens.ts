import type { Auth, TokenSummary } from '@ccu-gateway/auth-core';
import {
  legacyTokenCreate,
  legacyTokenCreated,
  legacyTokenEntry,
  tokenCreate,
  tokenCreated,
  tokenSummary,
} from '@ccu-gateway/contract';
import { toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import type { ConnectionCounter } from '../../events/limits.js';
import { AuthRefusal, granted } from '../../http/problems/refusal.js';
import { actorOfCaller } from '../../operation/caller.js';
import { created, json, NO_CONTENT, operationsWith, type Reply } from '../../operation/operation.js';

const operation = operationsWith<{ readonly auth: Auth; readonly connections: ConnectionCounter }>();

const tag = 'tokens';
const fingerprintParams = z.object({ fingerprint: z.string().describe('SHA-256 of the token in hex.') });
const idParams = z.object({
  id: z.string().describe('The `id`, the elided or the full fingerprint. Never guesses between two.'),
});

/** RFC 9745: the time since which the first generation is deprecated (2026-01-01), and its successor. */
const DEPRECATION = { deprecation: '@1767225600', link: '</api/v1/auth/tokens/v2>; rel="successor-version"' } as const;

export const tokenOperations = [
  operation({
    method: 'GET',
    path: '/auth/tokens/v2',
    operationId: 'listTokensV2',
    access: 'admin',
    tag,
    summary: 'List the API tokens',
    responses: { 200: { description: 'Tokens without their secrets', schema: z.array(tokenSummary) } },
    problems: ['service_unready'],
    handler: async (_input, { auth, connections }) =>
      json(granted(await auth.tokens.list()).map((token) => summaryOf(token, connections))),
  }),
  operation({
    method: 'POST',
    path: '/auth/tokens/v2',
    operationId: 'createTokenV2',
    access: 'admin',
    tag,
    summary: 'Create an API token',
    body: z.unknown(),
    bodyDocument: tokenCreate,
    responses: { 201: { description: 'The token; its secret is shown here and never again', schema: tokenCreated } },
    problems: ['validation', 'service_unready'],
    handler: async ({ body, caller }, { auth }) => {
      const token = granted(await auth.tokens.createFromBody(body, actorOfCaller(caller)));
      return created({
        token: token.token,
        fingerprint: token.fingerprint,
        expires_at: token.expiresAt === null ? null : toTimestamp(token.expiresAt),
      });
    },
  }),
  operation({
    method: 'DELETE',
    path: '/auth/tokens/v2/{fingerprint}',
    operationId: 'deleteTokenV2',
    access: 'admin',
    tag,
    summary: 'Revoke an API token',
    description: 'It counts on the very next request; sockets that were opened with it close within a second.',
    params: fingerprintParams,
    responses: { 204: { description: 'The token is dead' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params, caller }, { auth }) => {
      granted(await auth.tokens.revoke(params.fingerprint, actorOfCaller(caller)));
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'GET',
    path: '/auth/tokens',
    operationId: 'listTokens',
    access: 'admin',
    tag,
    deprecated: true,
    summary: 'List the API tokens, first generation',
    responses: { 200: { description: 'Tokens with elided fingerprints', schema: z.array(legacyTokenEntry) } },
    problems: ['service_unready'],
    handler: (_input, { auth }) => deprecated(async () => json(granted(await auth.legacyTokens.list()))),
  }),
  operation({
    method: 'POST',
    path: '/auth/tokens',
    operationId: 'createToken',
    access: 'admin',
    tag,
    deprecated: true,
    summary: 'Create an API token that never expires, first generation',
    body: z.unknown(),
    bodyDocument: legacyTokenCreate,
    responses: {
      201: { description: 'The token; its secret is shown here and never again', schema: legacyTokenCreated },
    },
    problems: ['validation', 'service_unready'],
    handler: ({ body, caller }, { auth }) =>
      deprecated(async () => {
        const { id, token, fingerprint, subject, role } = granted(
          await auth.legacyTokens.createFromBody(body, actorOfCaller(caller)),
        );
        return created({ id, token, fingerprint, subject, role });
      }),
  }),
  operation({
    method: 'DELETE',
    path: '/auth/tokens/{id}',
    operationId: 'deleteToken',
    access: 'admin',
    tag,
    deprecated: true,
    summary: 'Revoke an API token, first generation',
    params: idParams,
    responses: { 204: { description: 'The token is dead' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: ({ params, caller }, { auth }) =>
      deprecated(async () => {
        granted(await auth.legacyTokens.revoke(params.id, actorOfCaller(caller)));
        return NO_CONTENT;
      }),
  }),
];

/** Marks every answer, also a refusal, as one of a deprecated generation. */
async function deprecated<R extends Reply>(run: () => Promise<R>): Promise<R> {
  try {
    const reply = await run();
    return { ...reply, headers: { ...reply.headers, ...DEPRECATION } };
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error;
    throw new AuthRefusal({ ...error.problem, headers: [...error.problem.headers, ...Object.entries(DEPRECATION)] });
  }
}

function summaryOf(token: TokenSummary, connections: ConnectionCounter): z.input<typeof tokenSummary> {
  return {
    fingerprint: token.fingerprint,
    subject: token.subject,
    role: token.role,
    created_at: toTimestamp(token.createdAt),
    last_seen_at: token.lastSeenAt === null ? null : toTimestamp(token.lastSeenAt),
    ...(token.lastAddress === null ? {} : { last_address: token.lastAddress }),
    ...(token.lastClient === null ? {} : { last_client: token.lastClient }),
    ...(token.createdBy === null ? {} : { created_by: token.createdBy }),
    live_sockets: connections.openedWith(`token:${token.fingerprint}`),
    expires_at: token.expiresAt === null ? null : toTimestamp(token.expiresAt),
  };
}
