import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before an interface of a CCU, notes writes, and keeps answers back. */
export interface HeldProxy {
  readonly port: number;
  /** The bodies of all `setValue` that the CCU got. */
  readonly writes: readonly string[];
  /** Sends everything to this port. */
  to(port: number): void;
  /** The CCU carries writes out, and its answers do not come. */
  hold(): void;
  close(): void;
}

export async function openHeldProxy(): Promise<HeldProxy> {
  const writes: string[] = [];
  let target = 0;
  let isHeld = false;
  const server: Server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const isWrite = body.includes('<methodName>setValue');
      if (isWrite) writes.push(body.toString('latin1'));
      const { method, url: path } = incoming;
      const headers = { ...incoming.headers, connection: 'close' };
      const asked = request({ host: '127.0.0.1', port: target, method, path, headers }, (answer) => {
        if (isWrite && isHeld) {
          answer.resume();
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      asked.on('error', () => outgoing.destroy());
      asked.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    writes,
    to(port) {
      target = port;
    },
    hold() {
      isHeld = true;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
