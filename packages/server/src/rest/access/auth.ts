import type { Auth, Principal } from '@ccu-gateway/auth-core';
import { credentials, identity, loginName, passwordChange } from '@ccu-gateway/contract';
import { principalOf, toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { ACCOUNT_STATUSES } from '../../http/problems/auth-status.js';
import { granted } from '../../http/problems/refusal.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<{ readonly auth: Auth }>();

const tag = 'auth';

export const authOperations = [
  operation({
    method: 'POST',
    path: '/auth/login',
    operationId: 'login',
    access: 'public',
    tag,
    summary: 'Sign in and get a session cookie',
    body: credentials,
    responses: { 200: { description: 'Who signed in. The session and its CSRF token are cookies.', schema: identity } },
    problems: ['unauthorized', 'forbidden', 'rate_limited', 'service_unready'],
    handler: async ({ body, caller }, { auth }) => {
      const signedIn = granted(await auth.login(caller.request, body));
      return { status: 200, json: identityOf(signedIn.principal), cookies: signedIn.cookies };
    },
  }),
  operation({
    method: 'POST',
    path: '/auth/logout',
    operationId: 'logout',
    access: 'public',
    tag,
    summary: 'End the session of this request',
    description: 'Repeating it does no harm. Sockets that were opened with the session close.',
    responses: {
      204: {
        description: 'There is no session any more',
        headers: {
          'X-End-Session-Url':
            'Where a browser ends its session at the identity provider too; only after a sign-in at one that offers it.',
        },
      },
    },
    problems: ['forbidden'],
    handler: async ({ caller }, { auth }) => {
      const { cookies, endSessionUrl } = granted(await auth.logout(caller.request));
      return {
        status: 204,
        cookies,
        ...(endSessionUrl === undefined ? {} : { headers: { 'x-end-session-url': endSessionUrl } }),
      };
    },
  }),
  operation({
    method: 'GET',
    path: '/auth/me',
    operationId: 'me',
    access: 'viewer',
    tag,
    summary: 'Show the caller',
    responses: { 200: { description: 'The identity of the caller', schema: identity } },
    handler: ({ caller }) => json(identityOf(principalOf(caller))),
  }),
  operation({
    method: 'PATCH',
    path: '/auth/me/password',
    operationId: 'changeOwnPassword',
    access: 'viewer',
    tag,
    summary: 'Change the password of the account one is signed in with',
    description: 'Ends all other sessions of the account. Only for accounts with a password stored here.',
    body: z.unknown(),
    bodyDocument: passwordChange,
    responses: { 204: { description: 'The new password counts' } },
    problems: ['validation', 'conflict', 'rate_limited'],
    handler: async ({ body, caller }, { auth }) => {
      const { cookies } = granted(
        await auth.changePasswordFromBody(caller.request, principalOf(caller), body),
        ACCOUNT_STATUSES,
      );
      return { status: 204, cookies };
    },
  }),
  operation({
    method: 'GET',
    path: '/auth/users',
    operationId: 'listLoginNames',
    access: 'admin',
    tag,
    summary: 'List the accounts that can sign in with a password, also of the file',
    responses: { 200: { description: 'Names and roles', schema: z.array(loginName) } },
    problems: ['service_unready'],
    handler: async (_input, { auth }) => json(granted(await auth.users.listLogins())),
  }),
];

function identityOf(principal: Principal): z.input<typeof identity> {
  return {
    subject: principal.subject,
    role: principal.role,
    scheme: principal.scheme,
    ...(principal.expiresAt === undefined ? {} : { expires_at: toTimestamp(principal.expiresAt) }),
  };
}
