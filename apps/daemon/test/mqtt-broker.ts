import { createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';

/** A broker with the newest text of each topic, and what it keeps for those who come later. */
export async function startBroker() {
  const aedes = await Aedes.createBroker();
  const newest = new Map<string, string>();
  const kept = new Map<string, string>();
  aedes.on('publish', ({ topic, payload, retain }) => {
    const text = payload.toString();
    newest.set(topic, text);
    if (retain && text === '') kept.delete(topic);
    else if (retain) kept.set(topic, text);
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    aedes.handle(socket);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { readonly port: number }).port));
  });
  const send = (topic: string, payload: string) =>
    aedes.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain: false, dup: false },
      () => {},
    );
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await new Promise<void>((resolve) => {
      aedes.close(resolve);
    });
  };
  return { url: `mqtt://127.0.0.1:${port}`, newest, kept, send, stop };
}
