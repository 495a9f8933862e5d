import { createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { startMosquitto, watchBroker } from '../../../packages/mqtt-bridge/test/brokers.js';

/** A broker with all texts and the newest one of each topic, and what it keeps for those who come later. */
export async function startBroker() {
  const aedes = await Aedes.createBroker();
  const texts: { readonly topic: string; readonly text: string }[] = [];
  const newest = new Map<string, string>();
  const kept = new Map<string, string>();
  aedes.on('publish', ({ topic, payload, retain }) => {
    const text = payload.toString();
    texts.push({ topic, text });
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
  return { url: `mqtt://127.0.0.1:${port}`, texts, newest, kept, send, stop };
}

/** The same with mosquitto, which is not in this process. */
export async function startMosquittoBroker(): Promise<Omit<Awaited<ReturnType<typeof startBroker>>, 'texts'>> {
  // Nothing that the house is told in one go may be lost on the way to who watches.
  const mosquitto = await startMosquitto(['allow_anonymous true', 'max_queued_messages 0']);
  const { newest, kept, send, close } = await watchBroker(mosquitto.url);
  const stop = async () => {
    await close();
    await mosquitto.remove();
  };
  return { url: mosquitto.url, newest, kept, send, stop };
}
