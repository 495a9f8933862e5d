// Asks a meter for its values, publishes each change, and serves the events to any number of clients.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { createEventStream } from '@ccu-gateway/event-stream';
import { serveWebSocket } from '@ccu-gateway/event-stream/websocket';
import { WebSocketServer } from 'ws';

/** Publishes each member of the object that `read` resolves with, when it has another value than before. */
export function createPoller({ stream, read }) {
  const before = new Map();
  return async function poll() {
    for (const [name, value] of Object.entries(await read())) {
      if (before.get(name) === value) continue;
      before.set(name, value);
      stream.publish({ topic: ['meter', name], type: 'meter.value_changed', payload: { name, value } });
    }
  };
}

/** Serves the stream at `/events`; resolves with the port and a function that stops it. */
export async function serve(stream, port) {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: 65_536,
  });
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/events') return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      serveWebSocket(stream, { webSocket, socket, principal: 'anyone', onCall: async () => ({}) });
    });
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    await stream.close();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: server.address().port, stop };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { METER_URL = 'http://127.0.0.1:8080/values', PORT = '8200' } = process.env;
  const stream = createEventStream();
  const poll = createPoller({ stream, read: async () => (await fetch(METER_URL)).json() });
  const { port, stop } = await serve(stream, Number(PORT));
  console.log(`events on ws://127.0.0.1:${port}/events, values from ${METER_URL}`);
  const timer = setInterval(() => poll().catch((error) => console.error(error.message)), 1_000);
  process.once('SIGINT', () => {
    clearInterval(timer);
    void stop();
  });
}
