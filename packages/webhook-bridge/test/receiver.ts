import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamEvent } from '@ccu-gateway/event-stream';
import { afterEach, beforeEach } from 'vitest';
import type { Webhook } from '../src/index.js';

/** A delivery as its receiver has it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly data: {
      readonly epoch: string;
      readonly events: readonly StreamEvent[];
      readonly lost?: { readonly count: number; readonly at_least: boolean };
    };
  };
}

type AnswerWith = (response: ServerResponse, received: Received) => void;

/** A receiver on loopback that answers 204 until a test changes it. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer: AnswerWith = (response) => response.writeHead(204).end();
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const one = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
      received.push(one);
      answer(response, one);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  return {
    received,
    port,
    url: `http://127.0.0.1:${port}/hook/path-secret?token=query-secret`,
    /** Numbers of all events that were received, in order. */
    seqs: () => received.flatMap(({ body }) => body.data.events.map(({ seq }) => seq)),
    connections: () => connections,
    answerWith(next: AnswerWith) {
      answer = next;
    },
    answerStatus(status: number, headers: Readonly<Record<string, string>> = {}) {
      answer = (response) => response.writeHead(status, headers).end();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A receiver for each test of a file, and the webhooks of the test that are closed after it. */
export function receiverForEach(set: (receiver: Receiver) => void): (webhook: Webhook) => Webhook {
  const open: Webhook[] = [];
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    set(receiver);
  });
  afterEach(async () => {
    // Running work has nothing left to wait for.
    await receiver.close();
    await Promise.all(open.splice(0).map((webhook) => webhook.close()));
  });
  return (webhook) => {
    open.push(webhook);
    return webhook;
  };
}
