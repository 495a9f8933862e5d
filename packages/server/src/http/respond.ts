import type { Auth } from '@ccu-gateway/auth-core';
import type { Reply } from '../rest/operation.js';
import type { Exchange } from './pipeline.js';

/**
 * Makes the one `Response` of an exchange. All headers are known before it is made: headers that are added to a finished
 * response cost several times the request itself.
 */
export function createResponder(
  auth: Pick<Auth, 'staticHeaders'>,
  cors: readonly string[],
): (reply: Reply, exchange: Exchange) => Response {
  const origins = new Set(cors.map((origin) => origin.toLowerCase()));

  return (reply, { trace, facts, origin }) => {
    const headers: Record<string, string> = {};
    for (const [name, value] of auth.staticHeaders(facts)) headers[name.toLowerCase()] = value;
    headers['x-request-id'] = trace.requestId;
    headers.traceparent = trace.traceparent;
    const body = bodyOf(reply, headers);
    Object.assign(headers, reply.headers);
    if (origin !== undefined && origins.has(origin.toLowerCase())) allowOrigin(origin, headers);
    const cookies = reply.cookies;
    if (cookies === undefined || cookies.length === 0) return new Response(body, { status: reply.status, headers });
    const pairs: [string, string][] = Object.entries(headers);
    for (const cookie of cookies) pairs.push(['set-cookie', cookie]);
    return new Response(body, { status: reply.status, headers: pairs });
  };
}

/** Pages of a configured origin may read answers. Cookies are not for them: they bring a token. */
function allowOrigin(origin: string, headers: Record<string, string>): void {
  headers['access-control-allow-origin'] = origin;
  headers['access-control-allow-methods'] = 'GET, POST, PUT, PATCH, DELETE';
  headers['access-control-allow-headers'] =
    'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Edit-Token, X-Requested-With';
  headers['access-control-expose-headers'] =
    'Deprecation, ETag, Idempotent-Replay, Retry-After, X-Event-Seq, X-Event-Epoch, X-Problem-Code, X-Request-Id, X-Total-Count';
  headers['cross-origin-resource-policy'] = 'cross-origin';
  headers.vary = headers.vary === undefined ? 'Origin' : `${headers.vary}, Origin`;
}

type Body = ConstructorParameters<typeof Response>[0];

function bodyOf(reply: Reply, headers: Record<string, string>): Body {
  if (reply.raw !== undefined) {
    headers['content-type'] = reply.contentType ?? 'application/octet-stream';
    return reply.raw as Body;
  }
  if (reply.json === undefined) return null;
  headers['content-type'] = 'application/json';
  return JSON.stringify(reply.json);
}
