import type { Auth, OidcService } from '@ccu-gateway/auth-core';
import { z } from 'zod';
import { AuthRefusal } from '../../http/problems/refusal.js';
import { type Caller, headerOf } from '../../operation/caller.js';
import { operationsWith, seeOther } from '../../operation/operation.js';

const operation = operationsWith<{ readonly auth: Auth }>();

const tag = 'auth';
const mounted = ({ auth }: { readonly auth: Auth }) => auth.oidc !== null;

export const oidcOperations = [
  operation({
    method: 'GET',
    path: '/auth/oidc/start',
    operationId: 'oidcStart',
    access: 'public',
    tag,
    summary: 'Go to the identity provider to sign in',
    description: 'Exists only where a provider is configured.',
    query: z.object({ return_to: z.string().max(2_048).optional().describe('Path to come back to.') }),
    responses: {
      302: { description: 'To the provider' },
      303: { description: 'For a browser to the login page with an error, when the provider cannot be asked' },
    },
    problems: ['forbidden', 'not_found', 'rate_limited', 'service_unready', 'upstream_unavailable'],
    mounted,
    handler: async ({ query, caller }, { auth }) => {
      const way = await provider(auth).start(caller.request, { returnTo: query.return_to });
      if (way.ok) return { status: 302, headers: { location: way.value.location }, cookies: way.value.cookies };
      if (!isBrowser(caller)) throw new AuthRefusal(way.problem);
      return seeOther(`${caller.facts.basePath}login?error=${way.problem.reason}`);
    },
  }),
  operation({
    method: 'GET',
    path: '/auth/oidc/callback',
    operationId: 'oidcCallback',
    access: 'public',
    tag,
    summary: 'Come back from the identity provider and get a session cookie',
    description: 'Exists only where a provider is configured.',
    responses: { 303: { description: 'To the page one came from, or for a browser to the login page with an error' } },
    problems: ['bad_request', 'unauthorized', 'not_found', 'service_unready', 'upstream_unavailable'],
    mounted,
    handler: async ({ caller }, { auth }) => {
      const outcome = await provider(auth).callback(caller.request);
      if (outcome.ok) return seeOther(outcome.value.location, outcome.value.cookies);
      if (isBrowser(caller)) return seeOther(outcome.location, outcome.cookies);
      const cookies = outcome.cookies.map((cookie) => ['set-cookie', cookie] as const);
      throw new AuthRefusal({ ...outcome.problem, headers: [...outcome.problem.headers, ...cookies] });
    },
  }),
];

/** A browser that wants the login page instead of a problem document. */
function isBrowser(caller: Caller): boolean {
  return (headerOf(caller, 'accept') ?? '').includes('text/html');
}

function provider(auth: Auth): OidcService {
  if (auth.oidc === null) throw new Error('The routes of an identity provider are mounted without one');
  return auth.oidc;
}
