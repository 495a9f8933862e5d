import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Timers } from '../environment/time.js';
import * as bin from '../wire/bin-codec.js';
import type { TypedValue } from '../wire/typed-value.js';
import { type DecodedAnswer, decodeAnswer } from '../wire/xml-decode.js';
import { encodeCall, type XmlDialect } from '../wire/xml-encode.js';

/** How long a CCU waits for a client to take its events. */
const CALLBACK_TIMEOUT_MS = 10_000;

/** The CCU's end of a client's callback address. */
export interface CallbackClient {
  /** Rejects when the client cannot be reached, is too slow, or talks nonsense. */
  call(method: string, params: readonly TypedValue[]): Promise<DecodedAnswer>;
  /** Sends bytes that are no call, and does not care for the answer. */
  garbage(): Promise<void>;
  close(): void;
}

/** A client for the address of an `init`: any scheme with `bin` in it means BIN-RPC, as rfd sees it. */
export function createCallbackClient(url: string, dialect: XmlDialect, timers: Timers): CallbackClient {
  return /^\w*bin/i.test(url) ? createBinClient(url, timers) : createXmlClient(url, dialect, timers);
}

function createXmlClient(url: string, dialect: XmlDialect, timers: Timers): CallbackClient {
  // Daemons reuse one connection per client and send one request at a time.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body: Buffer) =>
    withTimeout(
      timers,
      (abort) =>
        new Promise<Buffer>((resolve, reject) => {
          const outgoing = request(url.replace(/^\w+:/, 'http:'), {
            method: 'POST',
            agent,
            headers: { 'Content-Type': 'text/xml', 'Content-Length': body.length, 'User-Agent': 'ccu-simulator' },
          });
          abort.push(() => outgoing.destroy());
          outgoing.on('error', reject);
          outgoing.on('response', (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('error', reject);
            response.on('end', () =>
              response.statusCode === 200
                ? resolve(Buffer.concat(chunks))
                : reject(new Error(`HTTP ${response.statusCode}`)),
            );
          });
          outgoing.end(body);
        }),
    );
  return {
    call: async (method, params) => decodeAnswer(await post(encodeCall(method, params, dialect))),
    garbage: async () => void (await post(Buffer.from('\u0000<<garbage', 'latin1')).catch(() => {})),
    close: () => agent.destroy(),
  };
}

function createBinClient(url: string, timers: Timers): CallbackClient {
  const [, host = '', port = ''] = /^\w+:\/\/\[?([^\]/]+?)\]?:(\d+)/.exec(url) ?? [];
  let socket: Socket | undefined;
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: Buffer): void; reject(error: Error): void } | undefined;

  function drop(error: Error): void {
    socket?.destroy();
    socket = undefined;
    received = Buffer.alloc(0);
    waiting?.reject(error);
    waiting = undefined;
  }

  function open(): Socket {
    if (socket !== undefined) return socket;
    const opened = connect({ host, port: Number(port) });
    opened.on('error', (error) => drop(error));
    opened.on('close', () => {
      if (socket === opened) drop(new Error('connection closed'));
    });
    opened.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      try {
        const length = bin.messageLength(received);
        if (length === undefined) return;
        const answer = received.subarray(0, length);
        received = received.subarray(length);
        waiting?.resolve(answer);
        waiting = undefined;
      } catch (error) {
        drop(error as Error);
      }
    });
    socket = opened;
    return opened;
  }

  const exchange = (bytes: Buffer) =>
    withTimeout(
      timers,
      (abort) =>
        new Promise<Buffer>((resolve, reject) => {
          abort.push(() => drop(new Error('timeout')));
          waiting = { resolve, reject };
          open().write(bytes);
        }),
    );

  return {
    call: async (method, params) => bin.decodeAnswer(await exchange(bin.encodeCall(method, params))),
    async garbage() {
      open().write(Buffer.from('\u0000<<garbage', 'latin1'));
      await new Promise<void>((resolve) => void timers.after(5, resolve));
      drop(new Error('hung up'));
    },
    close: () => drop(new Error('closed')),
  };
}

async function withTimeout<T>(timers: Timers, run: (abort: (() => void)[]) => Promise<T>): Promise<T> {
  const abort: (() => void)[] = [];
  const cancel = timers.after(CALLBACK_TIMEOUT_MS, () => {
    for (const give of abort) give();
  });
  try {
    return await run(abort);
  } finally {
    cancel();
  }
}
