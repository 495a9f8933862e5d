import type { Auth, UserSummary } from '@ccu-gateway/auth-core';
import { userCreate, userSummary, userUpdate } from '@ccu-gateway/contract';
import { toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { ACCOUNT_STATUSES } from '../../http/problems/auth-status.js';
import { granted } from '../../http/problems/refusal.js';
import { actorOfCaller } from '../../operation/caller.js';
import { created, json, NO_CONTENT, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{ readonly auth: Auth }>();

const tag = 'users';
const subjectParams = z.object({ subject: z.string().min(1).describe('Name of the account.') });

export const userOperations = [
  operation({
    method: 'GET',
    path: '/users',
    operationId: 'listUsers',
    access: 'admin',
    tag,
    summary: 'List the local accounts',
    responses: { 200: { description: 'The accounts', schema: z.array(userSummary) } },
    problems: ['service_unready'],
    handler: async (_input, { auth }) => json(granted(await auth.users.list()).map(summaryOf)),
  }),
  operation({
    method: 'POST',
    path: '/users',
    operationId: 'createUser',
    access: 'admin',
    tag,
    summary: 'Create a local account',
    body: z.unknown(),
    bodyDocument: userCreate,
    responses: { 201: { description: 'The account', schema: userSummary } },
    problems: ['validation', 'conflict', 'service_unready'],
    handler: async ({ body, caller }, { auth }) =>
      created(summaryOf(granted(await auth.users.createFromBody(body, actorOfCaller(caller)), ACCOUNT_STATUSES))),
  }),
  operation({
    method: 'PATCH',
    path: '/users/{subject}',
    operationId: 'updateUser',
    access: 'admin',
    tag,
    summary: 'Change the password or the role of a local account, or disable it',
    params: subjectParams,
    body: z.unknown(),
    bodyDocument: userUpdate,
    responses: { 204: { description: 'Changed' } },
    problems: ['validation', 'not_found', 'conflict', 'service_unready'],
    handler: async ({ params, body, caller }, { auth }) => {
      granted(await auth.users.updateFromBody(params.subject, body, actorOfCaller(caller)), ACCOUNT_STATUSES);
      return NO_CONTENT;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/users/{subject}',
    operationId: 'deleteUser',
    access: 'admin',
    tag,
    summary: 'Delete a local account with its sessions and tokens',
    params: subjectParams,
    responses: { 204: { description: 'Deleted' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params, caller }, { auth }) => {
      granted(await auth.users.delete(params.subject, actorOfCaller(caller)));
      return NO_CONTENT;
    },
  }),
];

function summaryOf(user: UserSummary): z.input<typeof userSummary> {
  return {
    subject: user.subject,
    role: user.role,
    created_at: toTimestamp(user.createdAt),
    last_seen_at: user.lastSeenAt === null ? null : toTimestamp(user.lastSeenAt),
    source: user.source,
    sessions: user.sessions,
    ...(user.disabledAt === null ? {} : { disabled_at: toTimestamp(user.disabledAt) }),
  };
}
