import { createRequire } from 'node:module';
import type { Principal } from '@ccu-gateway/auth-core';
import type { Connection } from '@ccu-gateway/event-stream';
import { type NodeSocketLike, nodeRawSocket, serveWebSocket } from '@ccu-gateway/event-stream/websocket';
import { type Logger, toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import type * as Ws from 'ws';
import type { ServerPorts } from '../families/families.js';
import { rawHeader } from '../operation/caller.js';
import type { Shares } from '../turns/shares.js';
import { runCall } from './calls.js';
import type { CommandRegistry } from './catalogue/registry.js';
import { classifyingSocket, createClassifier } from './classify.js';
import type { Admitted } from './endpoint.js';

// Not imported: with the first CommonJS package that is imported, Node keeps 7 MB for the reader of its exports.
const { WebSocketServer } = createRequire(import.meta.url)('ws') as typeof Ws;

const MAX_FRAME_BYTES = 64 * 1024;

export interface Sockets {
  /** Does the handshake and serves the socket until it ends. */
  open(admitted: Admitted): void;
  /** Closes every socket with 1001. */
  closeAll(): void;
}

export interface SocketsOptions {
  readonly ports: ServerPorts;
  readonly registry: CommandRegistry<ServerPorts>;
  readonly shares: Shares;
  readonly logger: Logger;
  readonly randomHex: (digits: number) => string;
}

export function createSockets(options: SocketsOptions): Sockets {
  const { ports, registry, shares, logger, randomHex } = options;
  const { auth, audit, clock } = ports;
  const classify = createClassifier(ports.house);
  const calls = { auth, registry, shares, nextTurn: ports.nextTurn, ports, audit, clock, logger, randomHex };
  // It parses incoming data and does the closing handshake; outgoing frames are written ready-made beside it.
  const protocol = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    // None is spoken here; without this the first one offered would be confirmed.
    handleProtocols: () => false,
    // One message a turn: a client that sends thousands at once waits for the others, not they for it.
    allowSynchronousEvents: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  const connections = new Set<Connection>();

  return {
    open(admitted) {
      admitted.socket.once('close', admitted.release);
      protocol.handleUpgrade(admitted.request, admitted.socket, admitted.head, (webSocket) => {
        serve(admitted, webSocket);
      });
    },
    closeAll() {
      for (const connection of connections) connection.close(1001, 'the gateway is stopping');
    },
  };

  function serve(admitted: Admitted, webSocket: Ws.WebSocket): void {
    const { events } = options.ports;
    const { description } = admitted;
    const { facts } = description;
    const editToken = rawHeader(description.rawHeaders, 'x-edit-token');
    let principal: Principal = admitted.principal;
    let stopWatching: () => void = () => undefined;
    let isOver = false;
    const watch = (watched: Principal) => {
      stopWatching();
      principal = watched;
      stopWatching = auth.watch(watched, (code) => connection.close(code, reasonOf(code)));
    };
    // Node types the socket of an upgrade as any Duplex; it is a socket of the listener.
    const socket = classifyingSocket(nodeRawSocket(admitted.socket as unknown as NodeSocketLike), classify);
    const connection = serveWebSocket(events, {
      webSocket,
      socket,
      onText: (text) => socket.heard(text),
      principal: principal.subject,
      clientName: rawHeader(description.rawHeaders, 'user-agent')?.slice(0, 120),
      remoteAddress: facts.client,
      onCall: (call) => runCall(calls, { principal, request: description, facts, editToken }, call),
      onReauth: async (token) => {
        const outcome = await auth.reauth(token, facts);
        // It may have closed while the token was looked up; nothing would ever stop a watch that begins after that.
        if (!outcome.ok || isOver) return { ok: false };
        watch(outcome.value);
        const { expiresAt } = outcome.value;
        return expiresAt === undefined ? { ok: true } : { ok: true, expiresAt: toTimestamp(expiresAt) };
      },
      onClosed: () => {
        isOver = true;
        stopWatching();
        connections.delete(connection);
      },
    });
    connections.add(connection);
    watch(principal);
  }
}

function reasonOf(code: 4401 | 4403): string {
  return code === 4401 ? 'the credential ended' : 'the role is no longer sufficient';
}
