import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Auth, RequestFacts } from '@ccu-gateway/auth-core';
import { beginTrace, type Trace } from '../request/trace.js';
import type { ProblemDescription } from './problem.js';
import { problemReply } from './problem-reply.js';

/** Of a request that is refused before it is one, as far as it was read. */
export interface EarlyRefused {
  readonly trace?: Trace;
  readonly facts?: RequestFacts | null;
  /** Its path. */
  readonly instance?: string;
}

/** Refuses requests that never reach an operation, with all headers of any other refusal. */
export interface EarlyRefusal {
  /** On a bare socket, where no response of the HTTP server exists (any more). Hangs up. */
  onSocket(socket: Duplex, problem: ProblemDescription, refused?: EarlyRefused): void;
  asResponse(problem: ProblemDescription): Response;
  /** As the answer to a request that the HTTP server has read; the connection ends with it. */
  onResponse(response: ServerResponse, problem: ProblemDescription): void;
}

interface Refusal {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export function createEarlyRefusal(
  auth: Pick<Auth, 'staticHeaders'>,
  randomHex: (digits: number) => string,
): EarlyRefusal {
  function refusalOf(problem: ProblemDescription, refused: EarlyRefused): Refusal {
    const { trace = beginTrace(undefined, randomHex), facts = null, instance = '/' } = refused;
    const reply = problemReply(problem, trace.requestId, instance);
    const headers = [
      ...auth.staticHeaders(facts).map(([name, value]) => [name.toLowerCase(), value] as const),
      ['content-type', reply.contentType ?? ''] as const,
      ['x-request-id', trace.requestId] as const,
      ['traceparent', trace.traceparent] as const,
      ...Object.entries(reply.headers ?? {}),
      ...(reply.cookies ?? []).map((cookie) => ['set-cookie', cookie] as const),
    ];
    return { status: reply.status, headers, body: String(reply.raw) };
  }

  return {
    onSocket(socket, problem, refused = {}) {
      const { status, headers, body } = refusalOf(problem, refused);
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}`;
      socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
      hangUp(socket);
    },
    onResponse(response, problem) {
      const { status, headers, body } = refusalOf(problem, {});
      response.writeHead(status, { ...Object.fromEntries(headers), connection: 'close' });
      response.end(body);
    },
    asResponse(problem) {
      const { status, headers, body } = refusalOf(problem, {});
      return new Response(body, { status, headers: headers.map(([name, value]) => [name, value]) });
    },
  };
}

/** Ends a connection once everything is written, also when the other side never closes its half. */
export function hangUp(socket: Duplex): void {
  (socket as Socket).destroySoon();
}
