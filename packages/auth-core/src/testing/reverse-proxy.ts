import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A reverse proxy that runs. */
export interface ReverseProxy {
  /** URL of the service behind the proxy, without a slash at its end. */
  readonly url: string;
  /** Requests to a path outside the prefix: a link or a request of a page left it. */
  readonly strays: readonly string[];
  /** Cuts open connections. */
  close(): void;
}

/** Options of a reverse proxy in front of a service. */
export interface ReverseProxyOptions {
  /** Path that it serves below and takes off each request, without a slash at its end. */
  readonly prefix: string;
  /**
   * Headers that the proxy sets about itself and the signed-in user, in place of a browser's headers of these names; in
   * small letters.
   */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Starts the proxy of a supervisor or of a web server on a free port of loopback: requests and sockets, below one path.
 *
 * @example
 * const proxy = await startReverseProxy(gateway.url, { prefix: '/house', headers: { 'x-forwarded-prefix': '/house' } });
 * await fetch(`${proxy.url}/api/v1/info`);
 * proxy.close();
 */
export async function startReverseProxy(
  origin: string,
  { prefix, headers }: ReverseProxyOptions,
): Promise<ReverseProxy> {
  const target = new URL(origin);
  const strays: string[] = [];
  /** Undefined outside the prefix. */
  const pathOf = ({ url = '' }: IncomingMessage) => {
    if (url.startsWith(`${prefix}/`)) return url.slice(prefix.length);
    strays.push(url);
    return undefined;
  };
  const server = createServer((incoming, answer) => {
    const path = pathOf(incoming);
    if (path === undefined) return void answer.writeHead(404).end();
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path,
        headers: { ...incoming.headers, ...headers },
      },
      (back) => {
        answer.writeHead(back.statusCode ?? 502, back.headers);
        back.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, socket) => {
    const path = pathOf(incoming);
    if (path === undefined) return void socket.destroy();
    const onward = connect(Number(target.port), target.hostname, () => {
      const lines = Object.entries({ ...incoming.headers, ...headers }).map(([name, value]) => `${name}: ${value}`);
      onward.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward])
      end.on('error', () => {}).on('close', () => [socket, onward].map((each) => each.destroy()));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    strays,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
