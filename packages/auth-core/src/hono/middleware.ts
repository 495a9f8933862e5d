import type { Context, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { describeNodeRequest } from '../http/node-request.js';
import type { Auth } from '../model/auth.js';
import type { Principal } from '../model/principal.js';
import type { AuthProblem } from '../model/problem.js';
import type { RequestFacts } from '../model/request.js';
import type { Access } from '../model/role.js';

/** Context variables of a handler behind `requires`. */
export interface AuthVariables {
  /** Null on public routes. */
  readonly principal: Principal | null;
  readonly authFacts: RequestFacts;
}

/** The part of the Node adapter's bindings that is read. */
interface NodeBindings {
  readonly incoming?: Parameters<typeof describeNodeRequest>[0];
}

/** The HTTP status of a refusal. */
export type StatusOf = (problem: AuthProblem) => ContentfulStatusCode;

/**
 * Lets a request pass to the route only as far as the route's access class allows, and answers any other with
 * `application/problem+json`. Name the class at every route; it needs the Node adapter, because only that has headers and
 * peer as they came.
 *
 * @example
 * app.get('/users', requires(auth, 'admin', statusOf), (context) => context.json(users));
 */
export function requires(
  auth: Auth,
  need: Access,
  statusOf: StatusOf,
): MiddlewareHandler<{ Variables: AuthVariables }> {
  return async (context, next) => {
    const incoming = (context.env as NodeBindings | undefined)?.incoming;
    if (!incoming) throw new Error('requires() needs the Node adapter of hono');
    const verdict = await auth.check(describeNodeRequest(incoming), need);
    // Written before the handler runs: afterwards the adapter can no longer answer the short way.
    for (const [name, value] of auth.staticHeaders(verdict.ok ? verdict.facts : null)) context.header(name, value);
    if (!verdict.ok) return refuse(context, verdict.problem, statusOf(verdict.problem));
    for (const cookie of verdict.cookies) context.header('Set-Cookie', cookie, { append: true });
    context.set('principal', verdict.principal);
    context.set('authFacts', verdict.facts);
    return next();
  };
}

function refuse(context: Context, problem: AuthProblem, status: ContentfulStatusCode): Response {
  for (const [name, value] of problem.headers) context.header(name, value, { append: true });
  context.header('X-Problem-Code', problem.code);
  context.header('Content-Type', 'application/problem+json');
  const { code, reason, detail, errors } = problem;
  return context.body(JSON.stringify({ status, detail, code, reason, errors }), status);
}
