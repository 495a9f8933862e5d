import type { Auth } from '@ccu-gateway/auth-core';
import type { Reply } from '../operation/operation.js';
import type { Answer } from './answers/answer.js';
import { byteLengthOf } from './answers/write.js';
import type { Exchange } from './pipeline.js';

/** Makes the answer of an exchange: the reply of its operation and the headers of every answer. */
export function createResponder(
  auth: Pick<Auth, 'staticHeaders'>,
  cors: readonly string[],
): (reply: Reply, exchange: Exchange) => Answer {
  const origins = new Set(cors.map((origin) => origin.toLowerCase()));
  const inLowerCase = rememberLowerCase();

  return (reply, { trace, facts, origin }) => {
    const headers: Record<string, string> = {};
    for (const [name, value] of inLowerCase(auth.staticHeaders(facts))) headers[name] = value;
    headers['x-request-id'] = trace.requestId;
    headers.traceparent = trace.traceparent;
    const body = bodyOf(reply, headers);
    if (reply.status !== 204 && reply.status !== 304 && !(body instanceof ReadableStream)) {
      headers['content-length'] = String(body === null ? 0 : byteLengthOf(body));
    }
    Object.assign(headers, reply.headers);
    if (origin !== undefined && origins.has(origin.toLowerCase())) allowOrigin(origin, headers);
    return { status: reply.status, headers, cookies: reply.cookies ?? [], body };
  };
}

type HeaderList = ReturnType<Auth['staticHeaders']>;

/** Makes names of headers lower case, once for each of the few lists. */
function rememberLowerCase(): (list: HeaderList) => HeaderList {
  const known = new WeakMap<HeaderList, HeaderList>();
  return (list) => {
    const before = known.get(list);
    if (before !== undefined) return before;
    const made = list.map(([name, value]) => [name.toLowerCase(), value] as const);
    known.set(list, made);
    return made;
  };
}

/** Pages of a configured origin may read answers. Cookies are not for them: they bring a token. */
function allowOrigin(origin: string, headers: Record<string, string>): void {
  headers['access-control-allow-origin'] = origin;
  headers['access-control-allow-methods'] = 'GET, POST, PUT, PATCH, DELETE';
  headers['access-control-allow-headers'] =
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Edit-Token, X-Requested-With';
  headers['access-control-expose-headers'] =
    'Deprecation, ETag, Idempotent-Replay, Retry-After, X-End-Session-Url, X-Event-Seq, X-Event-Epoch, X-Problem-Code, X-Request-Id, X-Total-Count';
  headers['cross-origin-resource-policy'] = 'cross-origin';
  headers.vary = headers.vary === undefined ? 'Origin' : `${headers.vary}, Origin`;
}

function bodyOf(reply: Reply, headers: Record<string, string>): Answer['body'] {
  if (reply.raw !== undefined) {
    headers['content-type'] = reply.contentType ?? 'application/octet-stream';
    return reply.raw;
  }
  if (reply.json === undefined) return null;
  headers['content-type'] = 'application/json';
  return JSON.stringify(reply.json);
}
