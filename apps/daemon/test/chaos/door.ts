import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openCallbackWay } from './callbacks.js';
import type { Seen } from './seen.js';

interface DoorOptions {
  readonly ccu: string;
  readonly gateway: string;
  /** Of the CCU behind it. */
  readonly port: () => number;
  readonly eventOf: (value: number) => string | undefined;
  readonly writeOf: (value: number) => string;
  readonly seen: Seen;
}

/** The way between one gateway and a CCU, in both directions. */
export interface Door {
  readonly port: number;
  cut(): void;
  mend(): void;
  close(): void;
}

/**
 * Hands requests of one gateway to the CCU, and writes down that they have arrived. What comes while it is cut arrives when it is mended, as
 * what is on its way in a network does, whether the gateway still waits for it or not.
 */
export async function openDoor({ ccu, gateway, port, eventOf, writeOf, seen }: DoorOptions): Promise<Door> {
  let waiting: (() => void)[] = [];
  let isCut = false;
  const callbacks = await openCallbackWay((body) => {
    for (const value of doublesIn(body)) {
      const event = eventOf(value);
      if (event !== undefined) seen.say('heard', { ccu, gateway, event });
    }
  });

  function arrive(incoming: IncomingMessage, call: string, answer: ServerResponse, sent?: number): void {
    const value = writtenIn(call);
    const more = { ...(sent !== undefined && { sent }), ...(value !== undefined && { write: writeOf(value) }) };
    seen.say('request', { ccu, gateway, ...more });
    const body = Buffer.from(callbacks.lead(call), 'latin1');
    const headers = { 'content-type': 'text/xml', 'content-length': body.length };
    const options = { host: '127.0.0.1', port: port(), method: 'POST', path: incoming.url, headers };
    const asked = request(options, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    asked.once('error', () => answer.destroy());
    asked.end(body);
  }

  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('end', () => {
      const call = Buffer.concat(parts).toString('latin1');
      const sent = seen.now();
      if (isCut) waiting.push(() => arrive(incoming, call, answer, sent));
      else arrive(incoming, call, answer);
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      callbacks.cut();
    },
    mend() {
      isCut = false;
      for (const come of waiting) come();
      waiting = [];
      callbacks.mend();
    },
    close() {
      server.close();
      server.closeAllConnections();
      callbacks.close();
    },
  };
}

const doublesIn = (body: string) => [...body.matchAll(/<double>(-?[\d.]+)<\/double>/g)].map(([, text]) => Number(text));

/** The temperature that a request sets; undefined where it sets none. */
function writtenIn(call: string): number | undefined {
  return /<methodName>(setValue|putParamset)<\/methodName>/.test(call) ? doublesIn(call)[0] : undefined;
}
