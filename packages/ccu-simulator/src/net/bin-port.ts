import { createServer, type Socket } from 'node:net';
import type { FaultSwitches } from '../environment/switches.js';
import type { Clock, Timers } from '../environment/time.js';
import { messageLength } from '../wire/bin-codec.js';
import { openPort, type Port } from './http-port.js';

export interface BinPortOptions {
  readonly host: string;
  readonly port: number;
  readonly switches: FaultSwitches;
  readonly clock: Clock;
  readonly timers: Timers;
  /** One request, head included, to one answer. Rejecting cuts the connection. */
  readonly handle: (message: Buffer) => Promise<Buffer>;
}

/** A port for BIN-RPC: many requests per connection, answered in their order. */
export function openBinPort(options: BinPortOptions): Promise<Port> {
  const { switches, clock, timers } = options;
  const cancels = new Set<() => void>();
  const server = createServer((socket) => {
    let received: Buffer = Buffer.alloc(0);
    let work: Promise<void> = Promise.resolve();
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      try {
        for (let length = messageLength(received); length !== undefined; length = messageLength(received)) {
          const message = received.subarray(0, length);
          received = received.subarray(length);
          work = work.then(() => answer(socket, message)).catch(() => void socket.destroy());
        }
      } catch {
        socket.destroy();
      }
    });
  });

  async function answer(socket: Socket, message: Buffer): Promise<void> {
    if (switches.halfOpen) return;
    if (switches.slowMs > 0) {
      await new Promise<void>((resolve) => {
        const cancel = timers.after(switches.slowMs, () => {
          cancels.delete(cancel);
          resolve();
        });
        cancels.add(cancel);
      });
    }
    // There is no HTTP to say 503 with: a booting CUxD hangs up.
    if (clock() < switches.bootingUntil) return void socket.destroy();
    if (switches.garbage) return void socket.write(Buffer.from('\u0000<<garbage', 'latin1'));
    const reply = await options.handle(message);
    if (!socket.destroyed) socket.write(reply);
  }

  return openPort(server, options, () => {
    for (const cancel of cancels) cancel();
    cancels.clear();
  });
}
