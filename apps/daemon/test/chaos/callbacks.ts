import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The way of the callbacks of a CCU to one gateway. */
export interface CallbackWay {
  /** The same call with an address for callbacks that leads here first, where it names one. */
  lead(call: string): string;
  cut(): void;
  mend(): void;
  close(): void;
}

type Passing = readonly [incoming: IncomingMessage, body: Buffer, answer: ServerResponse];

/** `answered` is called with each callback that the gateway has answered. While the way is cut, callbacks wait as long as the CCU does. */
export async function openCallbackWay(answered: (body: string) => void): Promise<CallbackWay> {
  // One after the other, as they come.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const waiting = new Set<Passing>();
  let isCut = false;

  function pass([incoming, body, answer]: Passing): void {
    const [, port, path] = /^\/(\d+)(.*)$/.exec(incoming.url ?? '') ?? [];
    const headers = { 'content-type': 'text/xml', 'content-length': body.length };
    const options = { host: '127.0.0.1', port, path: path || '/', method: 'POST', agent, headers };
    const asked = request(options, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.once('error', () => answer.destroy());
      reply.once('end', () => {
        if (reply.statusCode === 200) answered(body.toString('latin1'));
        answer.writeHead(reply.statusCode ?? 500, reply.headers);
        answer.end(Buffer.concat(parts));
      });
    });
    asked.once('error', () => answer.destroy());
    answer.once('close', () => asked.destroy());
    asked.end(body);
  }

  const server = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('end', () => {
      const passing = [incoming, Buffer.concat(parts), answer] as const;
      if (!isCut) return pass(passing);
      waiting.add(passing);
      answer.once('close', () => waiting.delete(passing));
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  return {
    lead: (call) =>
      call.includes('<methodName>init</methodName>')
        ? call.replace(/http:\/\/127\.0\.0\.1:(\d+)/, `http://127.0.0.1:${port}/$1`)
        : call,
    cut() {
      isCut = true;
    },
    mend() {
      isCut = false;
      for (const passing of waiting) pass(passing);
      waiting.clear();
    },
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
