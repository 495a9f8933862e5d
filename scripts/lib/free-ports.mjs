// Ports of the loopback for programs that cannot choose one themselves. They lie below those that a system gives to connections and to
// `listen(0)`, so that none of these takes one between the choice and the start of the program.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 20_000;
/** Simulated CCUs have those above. */
const RANGES = 20;
const PORTS_PER_RANGE = 50;

/** First port of the range of this process, and the last one that was given. */
let range;

/** So many ports that nothing listens on. One comes again only after the whole range, which other processes leave alone. */
export async function freePorts(count) {
  range ??= claimRange();
  const own = await range;
  const ports = [];
  while (ports.length < count) {
    own.last = own.last + 1 < own.first + PORTS_PER_RANGE ? own.last + 1 : own.first + 1;
    const port = own.last;
    const server = await listening(port);
    if (server === undefined) continue;
    await once(server.close(), 'close');
    ports.push(port);
  }
  return ports;
}

/** One of them. */
export const freePort = async () => (await freePorts(1))[0];

/** The first range whose first port is free. That port stays open until the process ends. */
async function claimRange() {
  const start = randomInt(RANGES);
  for (let step = 0; step < RANGES; step += 1) {
    const first = FIRST + ((start + step) % RANGES) * PORTS_PER_RANGE;
    const server = await listening(first);
    if (server === undefined) continue;
    server.unref();
    return { first, last: first };
  }
  // More processes than ranges: one is shared, and a port in use is skipped.
  const first = FIRST + start * PORTS_PER_RANGE;
  return { first, last: first + randomInt(PORTS_PER_RANGE) };
}

/** A server on this port; undefined where it is taken. */
async function listening(port) {
  const server = createServer((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  return await once(server, 'listening').then(
    () => server,
    () => undefined,
  );
}
