import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { InspectedRequest, Principal, RequestDescription, Result, Verdict } from '@ccu-gateway/auth-core';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Logger } from '@ccu-gateway/gateway-core/use-cases';
import { type ConnectionCounter, takePlace } from '../events/limits.js';
import type { EarlyRefusal } from '../http/problems/early-refusal.js';
import { problemOf } from '../http/problems/error-table.js';
import { AuthRefusal } from '../http/problems/refusal.js';
import { beginTrace, type Trace, traceFields } from '../http/request/trace.js';
import { API_PREFIX } from '../http/routes.js';
import { rawHeader } from '../operation/caller.js';
import { answerPlainly } from './plain-answer.js';

const EVENTS_PATH = `${API_PREFIX}/events`;

/** A socket that was admitted, before the handshake. */
export interface Admitted {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly principal: Principal;
  readonly description: InspectedRequest;
  /** Call once when the socket is gone. */
  readonly release: () => void;
}

export interface EndpointOptions {
  readonly auth: {
    inspect(request: RequestDescription): Result<InspectedRequest>;
    check(request: InspectedRequest, need: 'viewer'): Verdict | Promise<Verdict>;
  };
  readonly connections: ConnectionCounter;
  readonly logger: Logger;
  readonly randomHex: (digits: number) => string;
  readonly refuseEarly: EarlyRefusal['onSocket'];
  /** Time in which the next piece of the body of a request that is no WebSocket must be there. */
  readonly bodyTimeoutMs: number;
  /** Answers an upgrade that is no WebSocket. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => unknown;
  /** Does the handshake and everything after it. */
  readonly open: (admitted: Admitted) => void;
}

const WEBSOCKET_KEY = /^[A-Za-z0-9+/]{22}==$/;

/**
 * Decides about every upgrade. No request gets a 101 without the same checks as any other request, and an upgrade that
 * is not a WebSocket gets an ordinary answer.
 */
export function createUpgradeListener(
  options: EndpointOptions,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const trace = beginTrace(rawHeader(request.rawHeaders, 'traceparent'), options.randomHex);
    const inspected = asksForUpgrade(request) ? options.auth.inspect(describe(request, trace.requestId)) : null;
    if (inspected?.ok !== true || inspected.value.facts.path !== EVENTS_PATH) {
      answerPlainly(request, socket, head, options);
      return;
    }
    void admit(options, { request, socket, head, trace, description: inspected.value });
  };
}

/** A client may offer several protocols, as in `h2c, websocket`; the handshake takes the one alone. */
function asksForUpgrade(request: IncomingMessage): boolean {
  const offers = (request.headers.upgrade ?? '').split(',').map((offer) => offer.trim().toLowerCase());
  if (request.method !== 'GET' || !offers.includes('websocket')) return false;
  request.headers.upgrade = 'websocket';
  return true;
}

interface Upgrade extends Pick<Admitted, 'request' | 'socket' | 'head' | 'description'> {
  readonly trace: Trace;
}

async function admit(options: EndpointOptions, upgrade: Upgrade): Promise<void> {
  const { request, socket, head, trace, description } = upgrade;
  try {
    const verdict = await options.auth.check(description, 'viewer');
    if (!verdict.ok) throw new AuthRefusal(verdict.problem);
    const { principal } = verdict;
    if (principal === null) throw new GatewayError('internal', 'A credential was checked and gave no principal');
    refuseOtherProtocols(request);
    const release = takePlace(options.connections, principal);
    if (socket.destroyed) release();
    else options.open({ request, socket, head, principal, description, release });
  } catch (error) {
    const problem = problemOf(error);
    if (problem.status === 500)
      options.logger.error('ws.upgrade_failed', { ...traceFields(trace), error: String(error) });
    options.refuseEarly(socket, problem, { trace, facts: description.facts, instance: EVENTS_PATH });
  }
}

function refuseOtherProtocols(request: IncomingMessage): void {
  if (request.headers['sec-websocket-version'] !== '13') {
    throw new GatewayError('upgrade_required', 'Only version 13 of the WebSocket protocol is spoken here', {
      reason: 'websocket_version',
      headers: { 'sec-websocket-version': '13' },
    });
  }
  if (!WEBSOCKET_KEY.test(request.headers['sec-websocket-key'] ?? '')) {
    throw new GatewayError('bad_request', 'Sec-WebSocket-Key is not a key', { reason: 'websocket_key' });
  }
}

function describe(request: IncomingMessage, requestId: string): RequestDescription {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    rawHeaders: request.rawHeaders,
    peerAddress: request.socket.remoteAddress ?? '',
    isUpgrade: true,
    requestId,
  };
}
