import type { Auth, Principal, RequestDescription, RequestFacts } from '@ccu-gateway/auth-core';
import { type Caller, headerOf, rawHeader } from '../caller.js';
import { GatewayError } from '../errors.js';
import type { Clock, Logger } from '../ports.js';
import type { Operation, Reply } from '../rest/operation.js';
import { type BodySource, mediaTypeOf, parseForm, parseJson, readBody } from './body.js';
import { isUnforeseen, problemOf } from './error-table.js';
import type { Idempotency } from './idempotency.js';
import { type ProblemDescription, problemBody } from './problem.js';
import { AuthRefusal, granted } from './refusal.js';
import type { Router } from './router.js';
import { beginTrace, type Trace } from './trace.js';
import { readUpload } from './upload.js';
import { validate } from './validate.js';

const DEFAULT_BODY_LIMIT = 64 * 1024;
/** The same for every path: asking what is allowed must not tell what exists. */
const ANY_METHOD = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT';

/** One request on its way in, whatever carried it. */
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

export interface PipelineOptions<Needs> {
  readonly auth: Auth;
  readonly router: Router<Operation<Needs>>;
  readonly needs: Needs;
  readonly idempotency: Idempotency;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly randomHex: (digits: number) => string;
  /** Turns a refused navigation of a browser into a page or a redirect; undefined leaves the problem as it is. */
  readonly refusalPage?: (refused: Refused) => Promise<Reply | undefined>;
  /** Aborted when the gateway stops. */
  readonly stopping: AbortSignal;
  readonly respond: (reply: Reply, exchange: Exchange) => Response;
}

/** Everything between a request and its answer, in the one order that is allowed. The answer of last resort is a 500. */
export function createPipeline<Needs>(options: PipelineOptions<Needs>): (incoming: Incoming) => Promise<Response> {
  const { auth, clock, logger, respond } = options;

  return async (incoming) => {
    const trace = beginTrace(rawHeader(incoming.description.rawHeaders, 'traceparent'), options.randomHex);
    const startedAt = clock.now();
    let facts: RequestFacts | null = null;
    let reply: Reply;
    try {
      const request: RequestDescription = { ...incoming.description, requestId: trace.requestId };
      facts = granted(auth.inspect(request));
      reply = await answer(options, incoming, request, facts, trace.requestId);
    } catch (error) {
      const problem = problemOf(error);
      if (isUnforeseen(error)) logger.error('http.failed', { request_id: trace.requestId, error: describe(error) });
      reply =
        (facts === null
          ? undefined
          : await pageInstead(options, { incoming, facts, problem, requestId: trace.requestId })) ??
        problemReply(problem, trace.requestId, facts?.path ?? '/');
    }
    logger.debug('http.request', {
      request_id: trace.requestId,
      method: incoming.description.method,
      path: facts?.path,
      status: reply.status,
      ms: clock.now() - startedAt,
    });
    return respond(reply, { trace, facts, origin: rawHeader(incoming.description.rawHeaders, 'origin') });
  };
}

/** A page that cannot be made must not hide the problem it was to show. */
async function pageInstead<Needs>(options: PipelineOptions<Needs>, refused: Refused): Promise<Reply | undefined> {
  try {
    return await options.refusalPage?.(refused);
  } catch (error) {
    options.logger.error('http.page_failed', { request_id: refused.requestId, error: describe(error) });
    return undefined;
  }
}

async function answer<Needs>(
  options: PipelineOptions<Needs>,
  incoming: Incoming,
  request: RequestDescription,
  facts: RequestFacts,
  requestId: string,
): Promise<Reply> {
  const { auth, router, needs } = options;
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow: ANY_METHOD } };
  const match = router.match(request.method, facts.path);
  const operation = match?.route;
  if (match === undefined || operation === undefined) {
    // Only somebody who may be here learns what exists: what matches nothing asks for a credential first.
    const anyPublic = match !== undefined && [...match.methods.values()].some((other) => other.access === 'public');
    if (!anyPublic) await admit(auth, request, 'viewer');
    throw match === undefined ? unknownPath() : wrongMethod([...match.methods.keys()]);
  }

  const body = onceOnly(() =>
    readBody(incoming, rawHeader(request.rawHeaders, 'content-length'), operation.bodyLimit ?? DEFAULT_BODY_LIMIT),
  );
  const form = onceOnly(async () => parseForm(await body()));
  const formToken = operation.bodyKind === 'form' ? async () => (await form())._csrf : undefined;
  const admitted =
    operation.access === 'public'
      ? { principal: null, cookies: [] }
      : await admit(auth, request, operation.access, formToken);

  const caller: Caller = {
    principal: admitted.principal,
    request,
    facts,
    requestId,
    // Asked for by few handlers, and expensive to make for all.
    get signal() {
      return incoming.signal;
    },
    get closing() {
      return AbortSignal.any([incoming.signal, options.stopping]);
    },
  };
  const run = async (): Promise<Reply> => {
    const input = {
      params: operation.params === undefined ? {} : validate(operation.params, match.params, 'path'),
      query: operation.query === undefined ? {} : validate(operation.query, queryOf(facts.query), 'query'),
      body: operation.body === undefined ? undefined : await bodyOf(operation, caller, incoming, body, form),
      caller,
    };
    return operation.handler(input as never, needs);
  };
  const key = operation.idempotent === true ? headerOf(caller, 'idempotency-key') : undefined;
  const scope = [admitted.principal?.key ?? '', request.method, facts.path];
  const reply = key === undefined ? await run() : await options.idempotency.once(scope, key, run);
  return admitted.cookies.length === 0 ? reply : { ...reply, cookies: [...admitted.cookies, ...(reply.cookies ?? [])] };
}

async function admit(
  auth: Auth,
  request: RequestDescription,
  access: Exclude<Operation<never>['access'], 'public'>,
  formToken?: () => Promise<string | undefined>,
): Promise<{ readonly principal: Principal | null; readonly cookies: readonly string[] }> {
  const verdict = await auth.check(request, access, formToken === undefined ? {} : { formToken });
  if (!verdict.ok) throw new AuthRefusal(verdict.problem);
  return verdict;
}

async function bodyOf<Needs>(
  operation: Operation<Needs>,
  caller: Caller,
  source: BodySource,
  body: () => Promise<Uint8Array>,
  form: () => Promise<Readonly<Record<string, string>>>,
): Promise<unknown> {
  const expected = operation.bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const contentType = headerOf(caller, 'content-type');
  const mediaType = mediaTypeOf(contentType);
  if (operation.bodyKind === 'upload') return readUpload(source, mediaType, contentType ?? '');
  if (operation.bodyOptional === true && mediaType === '' && (await body()).byteLength === 0) return undefined;
  if (mediaType !== expected) {
    throw new GatewayError('unsupported_media_type', `This operation takes ${expected}`, {
      reason: 'unsupported_media_type',
    });
  }
  if (operation.bodyOptional === true && (await body()).byteLength === 0) return undefined;
  const value = operation.bodyKind === 'form' ? await form() : parseJson(await body());
  return validate(operation.body!, value, 'body');
}

/** A parameter that is sent twice becomes an array, which only schemas that expect one accept. */
function queryOf(query: string): Readonly<Record<string, string | readonly string[]>> {
  const values: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  if (query === '') return values;
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values[name];
    if (before === undefined) values[name] = value;
    else if (typeof before === 'string') values[name] = [before, value];
    else before.push(value);
  }
  return values;
}

export function problemReply(problem: ProblemDescription, requestId: string, instance: string): Reply {
  const cookies = (problem.headers ?? []).filter(([name]) => name.toLowerCase() === 'set-cookie');
  return {
    status: problem.status,
    raw: JSON.stringify(problemBody(problem, requestId, instance)),
    contentType: 'application/problem+json',
    headers: { 'x-problem-code': problem.code, ...joined(problem.headers ?? []) },
    cookies: cookies.map(([, value]) => value),
  };
}

/** Headers of one name become one comma-separated line, which is what a list of challenges is. */
function joined(headers: readonly (readonly [string, string])[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (key === 'set-cookie') continue;
    const before = result[key];
    result[key] = before === undefined ? value : `${before}, ${value}`;
  }
  return result;
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

function onceOnly<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
