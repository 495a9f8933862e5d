import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server on which connections can be lost as a network loses them. */
export interface PostgresGate {
  readonly place: { readonly host: string; readonly port: number };
  /** Those that are open stay so, and nothing arrives. */
  swallow(): void;
  /** Ends the connection that brings this text instead of the answer to it, from now on. */
  loseAnswersTo(text: string | undefined): void;
  close(): void;
}

export async function openGate(target: { readonly host: string; readonly port: number }): Promise<PostgresGate> {
  const open = new Set<Socket>();
  const swallowed = new Set<Socket>();
  let lost: string | undefined;
  const server = createServer((near) => {
    const far = connect(target);
    let isLost = false;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes: Buffer) => {
        if (swallowed.has(from)) return;
        if (from === near && lost !== undefined && bytes.includes(lost)) isLost = true;
        if (from === far && isLost) near.destroy();
        else to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => swallowed.has(from) || to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    place: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    swallow() {
      for (const socket of open) swallowed.add(socket);
    },
    loseAnswersTo(text) {
      lost = text;
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
