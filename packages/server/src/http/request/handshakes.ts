import type { Socket } from 'node:net';
import type { Server, TLSSocket } from 'node:tls';

/** First byte of every TLS record that may begin a conversation. */
const HANDSHAKE = 0x16;

/** Limits of connections that have not finished their handshake. */
export interface HandshakeLimits {
  /** Milliseconds from the connection to the end of its handshake. */
  readonly timeoutMs: number;
  /** Greatest number at once; a further one cuts the oldest, which has had the most time. */
  readonly most: number;
}

/**
 * Checks the first byte of each connection before TLS does. A connection that begins no handshake is handed to `plain`,
 * because TLS could only hang up on it. Every connection has a time limit for its handshake.
 *
 * @example
 * const server = createServer({ key, cert }, handler);
 * watchHandshakes(server, { timeoutMs: 10_000, most: 256 }, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
 */
export function watchHandshakes(
  server: Server,
  { timeoutMs, most }: HandshakeLimits,
  plain: (socket: Socket, first: Buffer) => void,
): void {
  // TLS takes connections by the listener that it has added itself; it runs once there is something to judge by.
  const accept = server.listeners('connection');
  server.removeAllListeners('connection');
  /** By the other end, which the secured socket has in common with the bare one. */
  const unfinished = new Map<string, Unfinished>();
  const forget = (end: string, only?: Socket) => {
    const found = unfinished.get(end);
    if (found === undefined || (only !== undefined && found.socket !== only)) return;
    clearTimeout(found.late);
    unfinished.delete(end);
  };

  server.on('connection', (socket: Socket) => {
    const end = endOf(socket);
    if (unfinished.size >= most) {
      const [oldest] = unfinished;
      oldest?.[1].socket.destroy();
      forget(oldest?.[0] ?? '');
    }
    unfinished.set(end, { socket, late: setTimeout(() => socket.destroy(), timeoutMs) });
    socket.once('close', () => forget(end, socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      if (first[0] !== HANDSHAKE) {
        plain(socket, first);
        return;
      }
      socket.unshift(first);
      for (const listener of accept) listener.call(server, socket);
    });
  });

  server.on('secureConnection', (socket: TLSSocket) => forget(endOf(socket)));
  // A failed handshake is no request: the HTTP server would answer it on a socket that cannot be written.
  server.removeAllListeners('tlsClientError');
  server.on('tlsClientError', (_error, socket) => socket.destroy());
}

interface Unfinished {
  readonly socket: Socket;
  readonly late: NodeJS.Timeout;
}

function endOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`;
}
