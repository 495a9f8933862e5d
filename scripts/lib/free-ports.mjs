// Ports of the loopback for programs that cannot choose one themselves. They lie below those that a system gives to connections and to
// `listen(0)`, so that none of these takes one between the choice and the start of the program.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 20_000;
/** Simulated CCUs have those above. */
const END = 21_000;

/** So many ports that nothing listens on. */
export async function freePorts(count) {
  const servers = [];
  while (servers.length < count) {
    const server = createServer();
    server.listen(randomInt(FIRST, END), '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isFree) servers.push(server);
  }
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** One of them. */
export const freePort = async () => (await freePorts(1))[0];
