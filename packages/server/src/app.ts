import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, Hono } from 'hono';
import type { Answer } from './http/answers/answer.js';
import type { Incoming } from './http/pipeline.js';
import type { Awaitable } from './turns/after.js';

/** Carrier of a request: Node's messages behind the adapter, or nothing when an embedder calls `fetch` itself. */
interface Carrier {
  readonly incoming?: Pick<IncomingMessage, 'url' | 'rawHeaders'> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
  readonly outgoing?: ServerResponse;
}

/**
 * The whole server as a Hono app with one handler for every method and path. Its bindings may carry Node's messages,
 * as `@hono/node-server` hands them over; without them the peer's address is empty and the headers are those of the
 * `Request`.
 */
export type GatewayApp = Hono<{ Bindings: Carrier }>;

/** An app with exactly one handler: nothing can be reached around it. */
export function createApp(pipeline: (incoming: Incoming) => Awaitable<Answer>): GatewayApp {
  const app: GatewayApp = new Hono<{ Bindings: Carrier }>();
  // Most requests take the direct way: `Response`, and with it the whole of `fetch`, is loaded for the others.
  let sending: Promise<typeof import('./http/answers/send.js')> | undefined;
  app.all('*', async (context) => {
    const answer = await pipeline(incomingOf(context));
    sending ??= import('./http/answers/send.js');
    return (await sending).sendAnswer(answer, context.env?.outgoing);
  });
  return app;
}

/**
 * A class, because a getter in an object literal gives every request a hidden class of its own: those live until the next
 * full collection, and everything a request has made with them.
 */
class CarriedRequest implements Incoming {
  constructor(
    readonly description: Incoming['description'],
    private readonly raw: Request,
    /** Node's parser holds a sender to its `Content-Length`. */
    readonly whole: Incoming['whole'],
  ) {}

  get body() {
    return this.raw.body as ReadableStream<Uint8Array> | null;
  }

  get signal() {
    return this.raw.signal;
  }
}

function incomingOf(context: Context<{ Bindings: Carrier }>): Incoming {
  const raw = context.req.raw;
  const carried = context.env?.incoming;
  if (carried === undefined) {
    const rawHeaders = [...raw.headers].flat();
    const description = { method: raw.method, target: targetOf(raw.url), rawHeaders, peerAddress: '' };
    return new CarriedRequest(description, raw, undefined);
  }
  const description = {
    method: raw.method,
    target: carried.url ?? '',
    rawHeaders: carried.rawHeaders,
    peerAddress: carried.socket.remoteAddress ?? '',
  };
  return new CarriedRequest(description, raw, () => raw.arrayBuffer());
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
