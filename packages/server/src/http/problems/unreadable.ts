import type { ProblemDescription } from './problem.js';

/** The problem for an error code of Node's parser about bytes that are no acceptable request. */
export function unreadableRequest(code: string): ProblemDescription {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return headersTooLarge('The headers are too large');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return {
        status: 413,
        code: 'payload_too_large',
        reason: 'body_too_large',
        detail: 'The header of a chunk exceeds the limit',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, code: 'bad_request', reason: 'request_timeout', detail: 'The request took too long' };
    default:
      return { status: 400, code: 'bad_request', reason: 'request_malformed', detail: 'This is no HTTP request' };
  }
}

/** Too much of a head, in bytes or in lines. */
export function headersTooLarge(detail: string): ProblemDescription {
  return { status: 431, code: 'bad_request', reason: 'headers_too_large', detail };
}

/** Plain HTTP on a port that speaks TLS. */
export function unsecured(): ProblemDescription {
  return {
    status: 400,
    code: 'bad_request',
    reason: 'https_required',
    detail: 'This port speaks HTTPS: the address has to begin with https://',
  };
}

/** A request that was read but leads nowhere: its target is no path, or no host is named. */
export function unacceptableTarget(error: unknown): ProblemDescription {
  return error instanceof Error && /host/i.test(error.message)
    ? { status: 400, code: 'bad_request', reason: 'host_invalid', detail: 'The Host header is missing or is no host' }
    : { status: 400, code: 'bad_request', reason: 'path_invalid', detail: 'the request target is not a plain path' };
}
