import {
  type Auth,
  type AuthProblem,
  type InspectedRequest,
  type Principal,
  type RequestDescription,
  type RequestFacts,
  roleCovers,
} from '@ccu-gateway/auth-core';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Clock, Logger } from '@ccu-gateway/gateway-core/use-cases';
import { actingPrincipal, type Caller, rawHeader } from '../operation/caller.js';
import type { Operation, Reply } from '../operation/operation.js';
import { type Awaitable, after } from '../turns/after.js';
import { isLong, jsonSteps } from '../turns/long-json.js';
import type { NextTurn } from '../turns/next-turn.js';
import { collect, streamOf } from '../turns/pieces.js';
import type { Shares } from '../turns/shares.js';
import { finishInTurns } from '../turns/steps.js';
import type { Answer } from './answers/answer.js';
import { compressed } from './answers/compress.js';
import type { BodySource } from './body/body.js';
import { bodyOf, type LazyBody, lazyBody, queryOf } from './body/input.js';
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

/** One request on its way through the pipeline. */
interface Running {
  readonly incoming: Incoming;
  readonly trace: Trace;
  readonly startedAt: number;
  inspected: InspectedRequest | null;
}

/**
 * Everything between a request and its answer, in the one order that is allowed. The answer itself where nothing has to
 * wait, otherwise its promise. The answer of last resort is a 500.
 */
export function createPipeline<Ports>(options: PipelineOptions<Ports>): (incoming: Incoming) => Awaitable<Answer> {
  const { auth, clock, randomHex } = options;

  return (incoming) => {
    const { method, target, rawHeaders, peerAddress } = incoming.description;
    const trace = beginTrace(rawHeader(rawHeaders, 'traceparent'), randomHex);
    const running: Running = { incoming, trace, startedAt: clock.now(), inspected: null };
    const answered = (reply: Reply) => answerOf(options, running, reply);
    const refused = (error: unknown) => refusalOf(options, running, error);
    let reply: Awaitable<Reply>;
    try {
      const { requestId } = trace;
      const inspected = granted(auth.inspect({ method, target, rawHeaders, peerAddress, requestId }));
      running.inspected = inspected;
      reply = replyTo(options, incoming, inspected, requestId);
    } catch (error) {
      return refused(error);
    }
    return reply instanceof Promise ? reply.then(answered, refused) : answered(reply);
  };
}

/** The answer to a request that ended in an error. */
async function refusalOf<Ports>(options: PipelineOptions<Ports>, running: Running, error: unknown): Promise<Answer> {
  const { incoming, trace, inspected } = running;
  const problem = problemOf(error);
  if (isUnforeseen(error)) options.logger.error('http.failed', { ...traceFields(trace), error: describe(error) });
  const page =
    inspected === null
      ? undefined
      : await pageInstead(options, { incoming, facts: inspected.facts, problem, requestId: trace.requestId });
  const path = inspected?.facts.path ?? pathOf(options.auth, incoming);
  const reply = page ?? problemReply(problem, trace.requestId, path);
  return answerOf(options, running, reply, problem.reason ?? problem.code);
}

/** Logs the request, with the `reason` of a refusal, and makes the answer of its reply. */
function answerOf<Ports>(
  { logger, clock, respond }: PipelineOptions<Ports>,
  { incoming, trace, startedAt, inspected }: Running,
  reply: Reply,
  reason?: string,
): Awaitable<Answer> {
  const { method, rawHeaders } = incoming.description;
  const facts = inspected?.facts ?? null;
  // Member by member: the engine makes a hidden class for each object with members after a spread.
  const fields: Record<string, unknown> = { request_id: trace.requestId };
  if (trace.clientTraceId !== undefined) fields.trace_id = trace.clientTraceId;
  fields.method = method;
  fields.path = facts?.path;
  fields.status = reply.status;
  if (reason !== undefined) fields.reason = reason;
  fields.ms = clock.now() - startedAt;
  logger.debug('http.request', fields);
  const whole = respond(reply, { trace, facts, origin: rawHeader(rawHeaders, 'origin') });
  const answer = reply.compressible === true ? compressed(whole, rawHeader(rawHeaders, 'accept-encoding')) : whole;
  return method === 'HEAD' ? withoutStream(answer) : answer;
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

function replyTo<Ports>(
  options: PipelineOptions<Ports>,
  incoming: Incoming,
  request: InspectedRequest,
  requestId: string,
): Awaitable<Reply> {
  const { auth, router } = options;
  const { facts } = request;
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow: ANY_METHOD } };
  const match = router.match(request.method, facts.path);
  const operation = match === undefined ? options.elsewhere?.(incoming, facts) : match.route;
  if (operation === undefined) {
    // Only an authenticated caller learns which paths exist: an unmatched path requires a credential first.
    const anyPublic = match !== undefined && [...match.methods.values()].some((other) => other.access === 'public');
    return after(anyPublic ? PUBLIC : admit(auth, request, 'viewer'), () => {
      throw match === undefined ? unknownPath() : wrongMethod([...match.methods.keys()]);
    });
  }
  const body = lazyBody(incoming, request.rawHeaders, operation.bodyLimit);
  const formToken = operation.bodyKind === 'form' ? async () => (await body.form())._csrf : undefined;
  const admitted =
    operation.access === 'public' ? PUBLIC : admit(auth, request, operation.access, formToken, operation);
  const asked = { operation, incoming, request, requestId, body, params: match?.params ?? NO_PARAMS };
  return after(admitted, (caller) => replyOf(options, asked, caller));
}

/** The principal of an admitted request, and cookies for its answer. */
interface Admitted {
  readonly principal: Principal | null;
  readonly cookies: readonly string[];
}

const PUBLIC: Admitted = { principal: null, cookies: [] };
const NO_PARAMS = {};

/** A request for an operation, not yet read any further. */
interface Asked<Ports> {
  readonly operation: Operation<Ports>;
  readonly incoming: Incoming;
  readonly request: InspectedRequest;
  readonly requestId: string;
  readonly body: LazyBody;
  readonly params: Readonly<Record<string, string>>;
}

/** The reply of an operation to a caller that passed its gate. */
function replyOf<Ports>(
  options: PipelineOptions<Ports>,
  asked: Asked<Ports>,
  { principal: found, cookies }: Admitted,
): Awaitable<Reply> {
  const { auth, ports, shares, nextTurn, stopping } = options;
  const { operation, incoming, request, requestId } = asked;
  // Asked now and not at start: settings that change at run time bring operations and take them away. The gate stays.
  if (operation.mounted?.(ports) === false) throw notMounted();

  const principal = found === null ? null : actingPrincipal(auth, found);
  const key = operation.idempotent === true ? rawHeader(request.rawHeaders, 'idempotency-key') : undefined;
  // A caller that has a key and goes comes back for the answer.
  const gone = key === undefined ? incoming : new AbortController();
  const caller = new RequestCaller(request, principal, requestId, { gone, stopping });
  return after(inputOf(options, asked, caller), (checked) => {
    // Checked by the schemas of this very operation; a list of operations loses their types.
    const input = checked as never;
    const run = () => operation.handler(input, ports);
    const once = () => (key === undefined ? run() : onceOf(options, asked, { key, account: found?.key, run }));
    const isKept = operation.isKept?.(input, ports) === true;
    const made =
      operation.heavy === true && !isKept
        ? shares.run(sharerOf(request, principal), caller.signal, async () => once())
        : once();
    return after(made, (reply) =>
      after(written(reply, isKept, operation, nextTurn), (whole) => withCookies(whole, cookies)),
    );
  });
}

/** Runs an operation with `Idempotency-Key` unless the same caller has sent the same request before. */
function onceOf<Ports>(
  { idempotency, stopping }: PipelineOptions<Ports>,
  { request: { method, facts } }: Asked<Ports>,
  {
    key,
    account = '',
    run,
  }: { readonly key: string; readonly account: string | undefined; readonly run: () => Awaitable<Reply> },
): Promise<Reply> {
  // The query names the CCU where two have the same thing.
  return idempotency.once([account, method, facts.path, facts.query], key, async () => run(), stopping);
}

/** The reply with the cookies of access control in front of its own. */
function withCookies(reply: Reply, cookies: readonly string[]): Reply {
  return cookies.length === 0 ? reply : { ...reply, cookies: [...cookies, ...(reply.cookies ?? [])] };
}

/** Input of a handler, as its schemas have made it. */
interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller;
}

/** Checks path and query, and reads a body after the operation has let its caller send one. */
function inputOf<Ports>(options: PipelineOptions<Ports>, asked: Asked<Ports>, caller: RequestCaller): Awaitable<Input> {
  const { operation, request } = asked;
  const read = (body: unknown): Input => ({
    params: operation.params === undefined ? {} : validate(operation.params, asked.params, 'path'),
    query: operation.query === undefined ? {} : validate(operation.query, queryOf(request.facts.query), 'query'),
    body,
    caller,
  });
  if (operation.before === undefined && operation.body === undefined) return read(undefined);
  return inputWithBody(options, asked, caller, read);
}

async function inputWithBody<Ports>(
  { auth, ports }: PipelineOptions<Ports>,
  { operation, incoming, body: source }: Asked<Ports>,
  caller: RequestCaller,
  read: (body: unknown) => Input,
): Promise<Input> {
  await operation.before?.(caller, ports);
  const input = read(undefined);
  if (operation.body === undefined) return input;
  const body = await bodyOf(operation, caller, incoming, source);
  await stillAdmitted(auth, operation, caller.principal);
  return { ...input, body };
}

/** A reply with its text. A long list is written in steps, so that the others have their turns meanwhile. */
function written<Ports>(
  reply: Reply,
  isKept: boolean,
  operation: Operation<Ports>,
  nextTurn: NextTurn,
): Awaitable<Reply> {
  // Not its `json`: a reply with a text makes that when it is read.
  const { status, text, pieces, joined, headers, cookies } = reply;
  const compressible = operation.compressible === true ? true : undefined;
  const withBody = (raw: Reply['raw'], contentType: string | undefined): Reply => {
    return { status, raw, contentType, headers, cookies, compressible };
  };
  if (text !== undefined) return withBody(text(), 'application/json');
  if (pieces !== undefined) {
    if (joined !== true) return withBody(streamOf(pieces, nextTurn), reply.contentType);
    return after(collect(pieces, isKept, nextTurn), (raw) => withBody(raw, reply.contentType));
  }
  if (isLong(reply.json)) {
    return finishInTurns(jsonSteps(reply.json), nextTurn).then((raw) => withBody(raw, 'application/json'));
  }
  return compressible === undefined ? reply : { ...reply, compressible };
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

function admit(
  auth: Auth,
  request: InspectedRequest,
  access: Exclude<Operation<never>['access'], 'public'>,
  formToken?: () => Promise<string | undefined>,
  { forTokens }: Pick<Operation<never>, 'forTokens'> = {},
): Awaitable<Admitted> {
  const options = {
    ...(formToken === undefined ? {} : { formToken }),
    ...(forTokens === true && { accessTokens: true }),
  };
  return after(auth.check(request, access, options), (verdict) => {
    if (!verdict.ok)
      throw new AuthRefusal(forTokens === true ? askingForToken(auth, verdict.problem) : verdict.problem);
    return verdict;
  });
}

/**
 * The same refusal, with a Bearer challenge where it has one of another scheme. It names the metadata by which a client finds
 * the identity provider (RFC 9728).
 */
function askingForToken({ oidc }: Pick<Auth, 'oidc'>, problem: AuthProblem): AuthProblem {
  const { metadataUrl } = oidc?.resource ?? {};
  const metadata = metadataUrl === undefined ? '' : `, resource_metadata="${metadataUrl}"`;
  const headers = problem.headers.map(([name, value]) => {
    if (name.toLowerCase() !== 'www-authenticate') return [name, value] as const;
    return [name, value.replace(/^Basic (realm="[^"]*").*$/, 'Bearer $1') + metadata] as const;
  });
  return { ...problem, headers };
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
