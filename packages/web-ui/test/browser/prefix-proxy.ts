import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface PrefixProxy {
  /** Where a browser reaches the gateway, without a slash at its end. */
  readonly url: string;
  /** Requests that came to another path than the prefix: what left it. */
  readonly strays: readonly string[];
  close(): void;
}

/** A reverse proxy that serves the gateway below a path, takes that path off, and says so in headers of its own. */
export async function startPrefixProxy(
  gateway: string,
  prefix: string,
  headers: Readonly<Record<string, string>>,
): Promise<PrefixProxy> {
  const target = new URL(gateway);
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
