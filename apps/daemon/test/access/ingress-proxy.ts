import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export const INGRESS_PATH = '/api/hassio_ingress/abcDEF_-0123456789';

export interface IngressProxy {
  /** What a browser sees the gateway under, with a slash at its end. */
  readonly url: string;
  close(): void;
}

/** The proxy of a supervisor: takes its own path off, and says in headers which it was and who is signed in there. */
export async function startIngressProxy(gateway: string, userId: string): Promise<IngressProxy> {
  const target = new URL(gateway);
  const pathOf = (incoming: IncomingMessage) => (incoming.url ?? '').slice(INGRESS_PATH.length);
  const headersOf = (incoming: IncomingMessage) => ({
    ...incoming.headers,
    'x-ingress-path': INGRESS_PATH,
    'x-remote-user-id': userId,
  });
  const server = createServer((incoming, answer) => {
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: pathOf(incoming),
        headers: headersOf(incoming),
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
    const onward = connect(Number(target.port), target.hostname, () => {
      const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}`);
      onward.write(`GET ${pathOf(incoming)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward])
      end.on('error', () => {}).on('close', () => [socket, onward].map((each) => each.destroy()));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${INGRESS_PATH}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
