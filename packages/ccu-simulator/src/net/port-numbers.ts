import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Ranges of numbers for ports. All lie below the ports that a system gives to connections, one of which could take a port while
 * its server is down.
 */
const FIRST_PORT = 21_000;
const RANGES = 20;
const PORTS_PER_RANGE = 550;

/** Range of one source, by its first port, and the last number that it gave. */
interface Range {
  readonly first: number;
  last: number;
}

/**
 * Makes a source of numbers for ports, which the caller still has to open. A number comes again only after the whole range, and no
 * other source gives it, so that a port keeps its number while its server is down.
 */
export function createPortNumbers(): () => Promise<number> {
  let range: Promise<Range> | undefined;
  return async () => {
    range ??= claimRange();
    const own = await range;
    own.last = own.last + 1 < own.first + PORTS_PER_RANGE ? own.last + 1 : own.first + 1;
    return own.last;
  };
}

/** That of this process. */
export const nextPort = createPortNumbers();

/** The first range whose first port is free. That port stays open until the process ends, and so keeps others away. */
async function claimRange(): Promise<Range> {
  const start = randomInt(RANGES);
  for (let step = 0; step < RANGES; step += 1) {
    const first = FIRST_PORT + ((start + step) % RANGES) * PORTS_PER_RANGE;
    if (
      await claim(
        createServer((socket) => socket.destroy()),
        first,
      )
    )
      return { first, last: first };
  }
  // More sources than ranges: one is shared, and a port in use is skipped.
  const first = FIRST_PORT + start * PORTS_PER_RANGE;
  return { first, last: first + randomInt(PORTS_PER_RANGE) };
}

async function claim(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1').unref();
  return once(server, 'listening').then(
    () => true,
    () => false,
  );
}
