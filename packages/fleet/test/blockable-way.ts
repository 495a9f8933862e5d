import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A path to a server. Open connections can be blocked for ever, as when a machine has lost its power: nothing is taken,
 * and nothing ends.
 */
export interface BlockableWay {
  readonly url: string;
  /** Later connections pass. */
  block(): void;
  close(): Promise<void>;
}

export async function openBlockableWay(port: number): Promise<BlockableWay> {
  const open = new Set<Socket>();
  const all = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      all.add(from);
      from.pipe(to);
      from.on('error', () => {});
      from.once('close', () => open.has(to) && to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    block() {
      for (const socket of open) socket.unpipe().pause();
      open.clear();
    },
    async close() {
      for (const socket of all) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
