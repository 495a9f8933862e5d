import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Connection } from '../src/model/connection.js';
import type { EventStream, EventStreamOptions } from '../src/model/stream.js';
import { createServerSentEventsSink } from '../src/sse/sink.js';
import { createEventStream } from '../src/stream/create-stream.js';
import { serveWebSocket } from '../src/websocket/serve.js';

export interface TestGateway {
  readonly stream: EventStream;
  readonly url: string;
  /** Requests so far, refused ones too. */
  readonly requests: readonly string[];
  readonly connections: ReadonlySet<Connection>;
  readonly sockets: ReadonlySet<Socket>;
  token: string;
  /** Cuts every connection without a word. */
  cut(): void;
  /** As a process that was killed: nothing listens there any more, and the stream is as it was. */
  kill(): void;
  stop(): Promise<void>;
}

export interface TestGatewayOptions extends EventStreamOptions {
  readonly stream?: EventStream;
  /** Default: none is asked for. */
  readonly token?: string;
  /** The whole header that is asked for instead. */
  readonly header?: string;
}

/** A stream behind WebSocket and server-sent events on one port, wired as a server would. */
export async function startGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const stream = options.stream ?? createEventStream(options);
  const connections = new Set<Connection>();
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(`${request.url}`);
    if (!allowed(request)) response.writeHead(401).end();
    else if (request.url?.startsWith('/events/stream')) serveEvents(request, response);
    else response.writeHead(400, { upgrade: 'websocket' }).end();
  });
  const upgrades = new WebSocketServer({
    noServer: true,
    maxPayload: 65_536,
    perMessageDeflate: false,
    autoPong: false,
  });

  const allowed = (request: IncomingMessage) =>
    gateway.token === '' || request.headers.authorization === (options.header ?? `Bearer ${gateway.token}`);

  function serveEvents(request: IncomingMessage, response: ServerResponse): void {
    const query = new URL(`${request.url}`, 'http://localhost').searchParams;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const connection = stream.openConnection({
      principal: 'sse',
      transport: 'one-way',
      sink: createServerSentEventsSink({
        write: (bytes) => response.write(bytes) || response.writableLength === 0,
        end: () => void response.end(),
      }),
      onClosed: () => void connections.delete(connection),
    });
    connections.add(connection);
    response.on('drain', () => connection.drained());
    response.on('close', () => connection.closed());
    const last = request.headers['last-event-id'];
    connection.subscribe({
      topics: query.getAll('topics'),
      since: last === undefined ? undefined : Number(last),
      mode: query.get('mode') === 'latest' ? 'latest' : 'all',
    });
  }

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    requests.push(`${request.url} upgrade`);
    socket.on('error', () => {});
    if (!allowed(request)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    upgrades.handleUpgrade(request, socket, head, (ws) => {
      const connection = serveWebSocket(stream, {
        webSocket: ws,
        socket,
        principal: 'ws',
        onClosed: () => void connections.delete(connection),
      });
      connections.add(connection);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const gateway: TestGateway = {
    stream,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    requests,
    connections,
    sockets,
    token: options.token ?? '',
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    kill() {
      server.close();
      gateway.cut();
    },
    async stop() {
      await stream.close();
      gateway.kill();
    },
  };
  return gateway;
}
