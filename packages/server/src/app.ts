import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import type { Incoming } from './http/pipeline.js';

/** What carries a request: Node's message behind the adapter, or nothing when an embedder calls `fetch` itself. */
interface Carrier {
  readonly incoming?: Pick<IncomingMessage, 'url' | 'rawHeaders'> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
}

export type GatewayApp = Hono<{ Bindings: Carrier }>;

/** An app with exactly one handler: nothing can be reached around it. */
export function createApp(pipeline: (incoming: Incoming) => Promise<Response>): GatewayApp {
  const app: GatewayApp = new Hono<{ Bindings: Carrier }>();
  app.all('*', (context) => pipeline(incomingOf(context)));
  return app;
}

function incomingOf(context: Context<{ Bindings: Carrier }>): Incoming {
  const raw = context.req.raw;
  const carried = context.env?.incoming;
  const description =
    carried === undefined
      ? { method: raw.method, target: targetOf(raw.url), rawHeaders: [...raw.headers].flat(), peerAddress: '' }
      : {
          method: raw.method,
          target: carried.url ?? '',
          rawHeaders: carried.rawHeaders,
          peerAddress: carried.socket.remoteAddress ?? '',
        };
  return {
    description,
    get body() {
      return raw.body as ReadableStream<Uint8Array> | null;
    },
    // Node's parser holds a sender to its `Content-Length`.
    ...(carried === undefined ? {} : { whole: () => raw.arrayBuffer() }),
    get signal() {
      return raw.signal;
    },
  };
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
