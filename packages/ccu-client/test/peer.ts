import type { Server, Socket } from 'node:net';

type Reply = (error: unknown, value?: unknown) => void;

export interface PeerServer {
  on(method: string, listener: (error: unknown, params: unknown[], reply: Reply) => void): void;
  readonly httpServer?: Server;
  readonly server?: Server;
}

export interface PeerClient {
  methodCall(method: string, params: readonly unknown[], reply: Reply): void;
  socket?: Socket;
  connect?: () => void;
}

export interface Peer {
  createServer(options: object, listening?: () => void): PeerServer;
  createClient(options: object): PeerClient;
}
