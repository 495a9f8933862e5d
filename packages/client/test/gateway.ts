import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  createEventStream,
  createServerSentEventsSink,
  type EventStream,
  type EventStreamOptions,
} from '@ccu-gateway/event-stream';
import { serveWebSocket } from '@ccu-gateway/event-stream/websocket';
import { WebSocketServer } from 'ws';
import type { Reply } from './fixture.js';

export interface TestGatewayOptions extends EventStreamOptions {
  /** One that several gateways serve. */
  readonly stream?: EventStream;
  /** Answer to a request for a snapshot, made from the number of the newest event. */
  readonly snapshot?: (seq: number) => Reply | Promise<Reply>;
  /** The status that a request for events is refused with. */
  readonly refuse?: () => number | undefined;
}

/** A gateway with nothing but events, over WebSocket and server-sent events, and snapshots of them. */
export async function startGateway(options: TestGatewayOptions = {}) {
  const stream = options.stream ?? createEventStream(options);
  const { snapshot = (seq: number): Reply => ({ body: { seq, devices: [] } }), refuse } = options;
  const sockets = new Set<Socket>();
  const authorizations: (string | undefined)[] = [];
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false });

  function serveEvents(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const connection = stream.openConnection({
      principal: 'sse',
      transport: 'one-way',
      sink: createServerSentEventsSink({
        write: (bytes) => response.write(bytes) || response.writableLength === 0,
        end: () => void response.end(),
      }),
    });
    response.on('close', () => connection.closed());
    connection.subscribe({ topics: new URL(`${request.url}`, 'http://localhost').searchParams.getAll('topics') });
  }

  const server = createServer(async (request, response) => {
    authorizations.push(request.headers.authorization);
    if (request.url?.startsWith('/api/v1/snapshot')) {
      const { status = 200, body, headers } = await snapshot(stream.seq);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body ?? {}));
      return;
    }
    const status = refuse?.();
    if (status !== undefined) response.writeHead(status).end();
    else if (request.url?.startsWith('/api/v1/events/stream')) serveEvents(request, response);
    else response.writeHead(400, { upgrade: 'websocket' }).end();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    authorizations.push(request.headers.authorization);
    socket.on('error', () => {});
    const status = refuse?.();
    if (status !== undefined) socket.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else {
      upgrades.handleUpgrade(request, socket, head, (webSocket) => {
        serveWebSocket(stream, { webSocket, socket, principal: 'ws' });
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** Cuts every connection without a word. */
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    stream,
    authorizations,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    /** Nothing listens there any more. */
    kill() {
      server.close();
      cut();
    },
    async stop() {
      await stream.close();
      server.close();
      cut();
    },
  };
}
