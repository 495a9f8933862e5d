import { connect, createServer, type Socket } from 'node:net';

/** Stands between a process and the broker. */
export interface Line {
  readonly url: string;
  /** While it drops, nothing passes in either direction and no connection ends: as when a line is dead. */
  drop(isDropping: boolean): void;
  /** Drops as of the next thing that the broker sends with this text in it. */
  dropFrom(text: string): void;
  close(): Promise<void>;
}

export async function openLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let isDropping = false;
  let last: string | undefined;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => {
        if (from === far && last !== undefined && bytes.includes(last)) isDropping = true;
        if (!isDropping) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `nats://127.0.0.1:${address.port}`,
    drop(next) {
      // Bytes lost on the way break a connection of TCP: it must be made anew afterwards.
      if (isDropping && !next) for (const socket of sockets) socket.destroy();
      isDropping = next;
      last = undefined;
    },
    dropFrom(text) {
      last = text;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
