import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A proxy between a browser and a gateway, and how it misbehaves. */
export interface GatewayProxy {
  readonly url: string;
  /** Answers each request for an upgrade itself, as a proxy that knows no WebSockets. */
  refuseUpgrades(): void;
  /** Holds every connection open and passes nothing on, in neither direction. */
  silence(): void;
  /** Ends silent connections, and passes everything on again. */
  restore(): void;
  close(): Promise<void>;
}

type Mode = 'open' | 'no_upgrades' | 'silent';

export async function startProxy(gatewayUrl: string): Promise<GatewayProxy> {
  const { hostname: host, port } = new URL(gatewayUrl);
  const upgraded = new Set<Duplex>();
  let mode: Mode = 'open';
  const server = createServer((incoming, answer) => mode !== 'silent' && pass({ host, port }, incoming, answer));
  server.on('upgrade', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    if (mode === 'silent') return void upgraded.add(client);
    if (mode === 'no_upgrades') return void client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    const gateway = connect(Number(port), host, () => {
      const lines = incoming.rawHeaders.flatMap((text, at, all) => (at % 2 === 0 ? [`${text}: ${all[at + 1]}`] : []));
      gateway.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      gateway.write(head);
      gateway.pipe(client).pipe(gateway);
    });
    for (const [socket, other] of [
      [client, gateway],
      [gateway, client],
    ] as const) {
      upgraded.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        upgraded.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseUpgrades() {
      mode = 'no_upgrades';
    },
    silence() {
      mode = 'silent';
      for (const socket of upgraded) socket.unpipe().pause();
    },
    restore() {
      mode = 'open';
      for (const socket of upgraded) socket.destroy();
      server.closeAllConnections();
    },
    async close() {
      for (const socket of upgraded) socket.destroy();
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}

/** One request and its answer; the headers of one hop stay here, as proxies do it. */
function pass(
  gateway: { readonly host: string; readonly port: string },
  incoming: IncomingMessage,
  answer: ServerResponse,
): void {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ ...gateway, method, path, headers, agent: false }, (reply) => {
    const { upgrade: _, connection: __, 'transfer-encoding': ___, ...passed } = reply.headers;
    answer.writeHead(reply.statusCode ?? 502, passed);
    reply.pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  answer.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
