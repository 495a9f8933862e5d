import type { Auth, Principal } from '@ccu-gateway/auth-core';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { principalOf } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { type ConnectionCounter, takePlace } from '../../events/limits.js';
import { type Caller, headerOf } from '../../operation/caller.js';
import { operationsWith, type RawReply } from '../../operation/operation.js';

/** A request of an assistant that access control has admitted. */
interface McpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly header: (name: string) => string | undefined;
  /** A parsed message. */
  readonly body?: unknown;
  readonly caller: Caller;
  /** Aborted when the client went away or the gateway stops. */
  readonly closing: AbortSignal;
  /** Milliseconds since the epoch at which the credential of the caller ends by itself; absent means never. */
  readonly endsAt?: number;
  /** Calls back once when the credential of the caller ends; the answer stops watching. */
  readonly watchEnd: (ended: () => void) => () => void;
}

/** Leads to the sessions of assistants, where the gateway has any. */
export interface McpAccess {
  readonly isEnabled: () => boolean;
  /**
   * Answers a request.
   *
   * @throws GatewayError `service_unready` while the sessions cannot run, `rate_limited`
   */
  handle(request: McpRequest): Promise<{
    readonly status: number;
    readonly contentType?: string;
    readonly sessionId?: string;
    readonly body: string | ReadableStream<Uint8Array> | null;
  }>;
}

/** Ports of the operations for assistants. */
export interface McpPorts {
  /** Absent where this gateway has no such part. */
  readonly mcp?: McpAccess;
  readonly auth: Auth;
  readonly connections: ConnectionCounter;
}

const operation = operationsWith<McpPorts>();

const shared = {
  mount: 'root',
  path: '/mcp',
  access: 'viewer',
  tag: 'mcp',
  forTokens: true,
  mounted: ({ mcp }: McpPorts) => mcp?.isEnabled() === true,
} as const;

/** One message. Its protocol judges the members; batches are gone from it. */
const message = z.looseObject({ jsonrpc: z.literal('2.0') });

const responses = {
  200: { description: 'Messages of the protocol' },
  202: { description: 'Taken, without an answer' },
};

/**
 * Paths of the metadata: below a path of its own a gateway is reached at the second one, which challenges name. A client that knows
 * the address alone asks for the second one, too, and then for the first.
 */
const METADATA_PATHS = [
  ['getResourceMetadata', '/.well-known/oauth-protected-resource'],
  ['getMcpResourceMetadata', '/.well-known/oauth-protected-resource/mcp'],
] as const;

const metadataOperations = METADATA_PATHS.map(([operationId, path]) =>
  operation({
    method: 'GET',
    mount: 'root',
    path,
    operationId,
    access: 'public',
    tag: 'mcp',
    summary: 'Find the identity provider whose access tokens assistants may send',
    mounted: (ports) => shared.mounted(ports) && resourceOf(ports) !== null,
    responses: { 200: { description: 'Metadata of a protected resource (RFC 9728)' } },
    handler: (_input, ports) => ({
      status: 200,
      raw: JSON.stringify(resourceOf(ports)?.metadata),
      contentType: 'application/json',
    }),
  }),
);

const resourceOf = ({ auth }: McpPorts) => auth.oidc?.resource ?? null;

export const mcpOperations = [
  ...metadataOperations,
  operation({
    ...shared,
    method: 'POST',
    operationId: 'sendMcpMessage',
    summary: 'Send a message of an assistant',
    body: message,
    responses,
    handler: ({ body, caller }, ports) => answerOf(ports, caller, { method: 'POST', body }),
  }),
  operation({
    ...shared,
    method: 'GET',
    operationId: 'openMcpStream',
    summary: 'Open the stream of messages for an assistant',
    responses,
    handler: ({ caller }, ports) => {
      // A browser that navigates here would wait for a stream.
      if (headerOf(caller, 'accept')?.includes('text/event-stream') !== true) {
        throw new GatewayError('bad_request', 'This address is for assistants (Model Context Protocol)', {
          reason: 'mcp_only',
        });
      }
      return answerOf(ports, caller, { method: 'GET' });
    },
  }),
  operation({
    ...shared,
    method: 'DELETE',
    operationId: 'endMcpSession',
    summary: 'End the session of an assistant',
    responses,
    handler: ({ caller }, ports) => answerOf(ports, caller, { method: 'DELETE' }),
  }),
];

async function answerOf(
  { mcp, auth, connections }: McpPorts,
  caller: Caller,
  request: Pick<McpRequest, 'method' | 'body'>,
): Promise<RawReply> {
  if (mcp === undefined) throw new GatewayError('not_found', 'This gateway is not set up for that');
  const principal: Principal = principalOf(caller);
  const release = request.method === 'GET' ? takePlace(connections, principal) : () => undefined;
  try {
    const { status, contentType, sessionId, body } = await mcp.handle({
      ...request,
      header: (name) => headerOf(caller, name),
      caller,
      closing: caller.closing,
      ...(principal.expiresAt === undefined ? {} : { endsAt: principal.expiresAt }),
      watchEnd: (ended) => auth.watch(principal, ended),
    });
    const isStream = body instanceof ReadableStream;
    if (!isStream) release();
    return {
      status,
      raw: isStream ? watched(body, release) : (body ?? ''),
      ...(contentType === undefined ? {} : { contentType }),
      headers: {
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        ...(sessionId === undefined ? {} : { 'mcp-session-id': sessionId }),
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The same stream; calls back once it has ended, by either side. */
function watched(stream: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      ended();
      controller.close();
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
}
