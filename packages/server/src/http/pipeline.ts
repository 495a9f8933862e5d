import {
  type Auth,
  type InspectedRequest,
  type Principal,
  type RequestDescription,
  type RequestFacts,
  roleCovers,
} from '@ccu-gateway/auth-core';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Clock, Logger } from '@ccu-gateway/gateway-core/use-cases';
import { actingPrincipal, rawHeader } from '../operation/caller.js';
import type { Operation, Reply } from '../operation/operation.js';
import { isLong, jsonSteps } from '../turns/long-json.js';
import type { NextTurn } from '../turns/next-turn.js';
import { join, streamOf } from '../turns/pieces.js';
import type { Shares } from '../turns/shares.js';
import { finishInTurns } from '../turns/steps.js';
import type { Answer } from './answers/answer.js';
import { compressed } from './answers/compress.js';
import type { BodySource } from './body/body.js';
import { bodyOf, lazyBody, queryOf } from './body/input.js';
import { validate } from './body/validate.js';
import { isUnforeseen, problemOf } from './problems/error-table.js';
import type { ProblemDescription } from './problems/problem.js';
import { problemReply } from './problems/problem-reply.js';
import { AuthRefusal, granted } from './problems/refusal.js';
import type { Idempotency } from './request/idempotency.js';
import { RequestCaller } from './request/request-caller.js';
import { beginTrace, type Trace, traceFields } from './request/trace.js';
import type { Router } from './router.js';

/** The same for every path: a question about allowed methods must not reveal existing paths. */
const ANY_METHOD = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT';

/** One incoming request, independent of its carrier. */
export interface Incoming extends BodySource {
  readonly description: Omit<RequestDescription, 'requestId'>;
  readonly signal: AbortSignal;
}

export interface Exchange {
  readonly trace: Trace;
  readonly facts: RequestFacts | null;
  /** Of the request, as sent. */
  readonly origin: string | undefined;
}

/** A request that ended in a problem. */
export interface Refused {
  readonly incoming: Incoming;
  readonly facts: RequestFacts;
  readonly problem: ProblemDescription;
  readonly requestId: string;
}

export interface PipelineOptions<Ports> {
  readonly auth: Auth;
  readonly router: Router<Operation<Ports>>;
  /** The operation for a path that no route has; undefined where there is nothing. It obeys the same gate. */
  readonly elsewhere?: (incoming: Incoming, facts: RequestFacts) => Operation<Ports> | undefined;
  readonly ports: Ports;
  readonly idempotency: Idempotency;
  readonly shares: Shares;
  readonly nextTurn: NextTurn;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly randomHex: (digits: number) => string;
  /** Turns a refused navigation of a browser into a page or a redirect; undefined leaves the problem as it is. */
  readonly refusalPage?: (refused: Refused) => Promise<Reply | undefined>;
  /** Aborted when the gateway stops. */
  readonly stopping: AbortSignal;
  readonly respond: (reply: Reply, exchange: Exchange) => Answer;
}

/** Everything between a request and its answer, in the one order that is allowed. The answer of last resort is a 500. */
export function createPipeline<Ports>(options: PipelineOptions<Ports>): (incoming: Incoming) => Promise<Answer> {
  const { auth, clock, logger, respond } = options;

  return async (incoming) => {
    const trace = beginTrace(rawHeader(incoming.description.rawHeaders, 'traceparent'), options.randomHex);
    const startedAt = clock.now();
    let inspected: InspectedRequest | null = null;
    let reply: Reply;
    let reason: string | undefined;
    try {
      const { method, target, rawHeaders, peerAddress } = incoming.description;
      const { requestId } = trace;
      inspected = granted(auth.inspect({ method, target, rawHeaders, peerAddress, requestId }));
      reply = await replyTo(options, incoming, inspected, requestId);
    } catch (error) {
      const problem = problemOf(error);
      reason = problem.reason ?? problem.code;
      if (isUnforeseen(error)) logger.error('http.failed', { ...traceFields(trace), error: describe(error) });
      reply =
        (inspected === null
          ? undefined
          : await pageInstead(options, { incoming, facts: inspected.facts, problem, requestId: trace.requestId })) ??
        problemReply(problem, trace.requestId, inspected?.facts.path ?? pathOf(auth, incoming));
    }
    const facts = inspected?.facts ?? null;
    logger.debug('http.request', {
      ...traceFields(trace),
      method: incoming.description.method,
      path: facts?.path,
      status: reply.status,
      ...(reason !== undefined && { reason }),
      ms: clock.now() - startedAt,
    });
    const { rawHeaders } = incoming.description;
    const whole = respond(reply, { trace, facts, origin: rawHeader(rawHeaders, 'origin') });
    const answer = reply.compressible === true ? compressed(whole, rawHeader(rawHeaders, 'accept-encoding')) : whole;
    return incoming.description.method === 'HEAD' ? withoutStream(answer) : answer;
  };
}

/** HEAD needs only the headers of a stream: the stream ends before it begins and releases its resources. */
async function withoutStream(answer: Answer): Promise<Answer> {
  if (!(answer.body instanceof ReadableStream)) return answer;
  await answer.body.cancel();
  return { ...answer, body: null };
}

/** A page that cannot be made must not hide the problem it was to show. */
async function pageInstead<Ports>(options: PipelineOptions<Ports>, refused: Refused): Promise<Reply | undefined> {
  try {
    return await options.refusalPage?.(refused);
  } catch (error) {
    options.logger.error('http.page_failed', { request_id: refused.requestId, error: describe(error) });
    return undefined;
  }
}

async function replyTo<Ports>(
  options: PipelineOptions<Ports>,
  incoming: Incoming,
  request: InspectedRequest,
  requestId: string,
): Promise<Reply> {
  const { auth, router, ports } = options;
  const { facts } = request;
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow: ANY_METHOD } };
  const match = router.match(request.method, facts.path);
  const operation = match === undefined ? options.elsewhere?.(incoming, facts) : match.route;
  if (operation === undefined) {
    // Only an authenticated caller learns which paths exist: an unmatched path requires a credential first.
    const anyPublic = match !== undefined && [...match.methods.values()].some((other) => other.access === 'public');
    if (!anyPublic) await admit(auth, request, 'viewer');
    throw match === undefined ? unknownPath() : wrongMethod([...match.methods.keys()]);
  }

  const body = lazyBody(incoming, request.rawHeaders, operation.bodyLimit);
  const formToken = operation.bodyKind === 'form' ? async () => (await body.form())._csrf : undefined;
  const admitted =
    operation.access === 'public'
      ? { principal: null, cookies: [] }
      : await admit(auth, request, operation.access, formToken);

  // Asked now and not at start: settings that change at run time bring operations and take them away. The gate stays.
  if (operation.mounted?.(ports) === false) throw notMounted();

  const principal = admitted.principal === null ? null : actingPrincipal(auth, admitted.principal);
  const key = operation.idempotent === true ? rawHeader(request.rawHeaders, 'idempotency-key') : undefined;
  // The query names the CCU where two have the same thing.
  const scope = [admitted.principal?.key ?? '', request.method, facts.path, facts.query];
  // A caller that has a key and goes comes back for the answer.
  const gone = key === undefined ? incoming : new AbortController();
  const caller = new RequestCaller(request, principal, requestId, { gone, stopping: options.stopping });
  await operation.before?.(caller, ports);
  const input = {
    params: operation.params === undefined ? {} : validate(operation.params, match?.params ?? {}, 'path'),
    query: operation.query === undefined ? {} : validate(operation.query, queryOf(facts.query), 'query'),
    body: operation.body === undefined ? undefined : await bodyOf(operation, caller, incoming, body),
    caller,
  };
  await stillAdmitted(auth, operation, caller.principal);
  // Checked by the schemas of this very operation; a list of operations loses their types.
  const run = async (): Promise<Reply> => operation.handler(input as never, ports);
  const once = async () =>
    key === undefined ? await run() : await options.idempotency.once(scope, key, run, options.stopping);
  const made = await writtenInTurns(
    operation.heavy === true
      ? await options.shares.run(sharerOf(request, principal), caller.signal, once)
      : await once(),
    options.nextTurn,
  );
  const reply: Reply = operation.compressible === true ? { ...made, compressible: true } : made;
  return admitted.cookies.length === 0 ? reply : { ...reply, cookies: [...admitted.cookies, ...(reply.cookies ?? [])] };
}

/** A long list is written in steps, so that the others have their turns meanwhile. */
async function writtenInTurns(reply: Reply, nextTurn: NextTurn): Promise<Reply> {
  const { text, pieces } = reply;
  if (text !== undefined) {
    const { status, headers, cookies = [] } = reply;
    return { status, raw: text(), contentType: 'application/json', headers, cookies };
  }
  const { json, joined, ...rest } = reply;
  if (pieces !== undefined) {
    return { ...rest, raw: joined === true ? await join(pieces, nextTurn) : streamOf(pieces, nextTurn) };
  }
  if (!isLong(json)) return reply;
  return { ...rest, raw: await finishInTurns(jsonSteps(json), nextTurn), contentType: 'application/json' };
}

/** Owner of a share of expensive readings: the account, or the address without one. */
function sharerOf({ facts }: InspectedRequest, principal: Principal | null): string {
  return principal === null ? `address ${facts.client}` : `principal ${principal.key}`;
}

/** A body may come slowly, and its sender may have lost the role meanwhile. */
async function stillAdmitted<Ports>(
  auth: Auth,
  { access, body }: Operation<Ports>,
  principal: Principal | null,
): Promise<void> {
  if (body === undefined || principal === null || access === 'public') return;
  const role = await auth.currentRole(principal);
  if (role === null) throw new GatewayError('unauthorized', 'The credential ended', { reason: 'unauthenticated' });
  if (auth.rolesEnforced && !roleCovers(role, access)) {
    throw new GatewayError('forbidden', 'The role is not sufficient', { reason: 'forbidden_role' });
  }
}

async function admit(
  auth: Auth,
  request: InspectedRequest,
  access: Exclude<Operation<never>['access'], 'public'>,
  formToken?: () => Promise<string | undefined>,
): Promise<{ readonly principal: Principal | null; readonly cookies: readonly string[] }> {
  const verdict = await auth.check(request, access, formToken === undefined ? {} : { formToken });
  if (!verdict.ok) throw new AuthRefusal(verdict.problem);
  return verdict;
}

/** The path of a request that was refused for its headers; `/` where the target itself is none. */
function pathOf(auth: Auth, { description }: Incoming): string {
  const read = auth.inspect({ ...description, method: 'GET', rawHeaders: [] });
  return read.ok ? read.value.facts.path : '/';
}

function notMounted(): GatewayError {
  return new GatewayError('not_found', 'This gateway is not set up for that', { reason: 'not_configured' });
}

function unknownPath(): GatewayError {
  return new GatewayError('not_found', 'There is nothing at this path', { reason: 'path_unknown' });
}

function wrongMethod(methods: readonly string[]): GatewayError {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
  return new GatewayError('method_not_allowed', `This path answers ${allow}`, {
    reason: 'method_not_allowed',
    headers: { allow },
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
