import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { DeliveryFault, faultOf } from './fault.js';

/** Parts of one request. */
export interface Posting {
  readonly url: URL;
  /** The connection goes to one of these. */
  readonly addresses: readonly LookupAddress[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Authorities to trust instead of those the system knows, as PEM text. */
  readonly ca?: string | undefined;
  readonly readsText?: boolean;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Answer of the receiver. */
export interface Answer {
  readonly status: number;
  readonly retryAfter?: string | undefined;
  /** By the clock of the receiver. */
  readonly date?: string | undefined;
  /** Where it was asked for: as much as was read. */
  readonly text?: string;
}

/** Bytes of an answer that are read. */
const ANSWER_BYTES = 64 * 1024;

/** Makes one request on a connection of its own and follows no redirect. Rejects with a `DeliveryFault`. */
export function post({ url, addresses, headers, body, ca, readsText, signal }: Posting): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    let answer: Answer | undefined;
    // The head of the answer decides about the delivery, however the rest ends.
    const end = (error: unknown) => (answer === undefined ? reject(faultOf(error)) : resolve({ ...answer, ...read() }));
    const chunks: Buffer[] = [];
    const read = () => (readsText === true ? { text: Buffer.concat(chunks).toString() } : {});
    const sending = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // A kept connection would outlive the check of its address.
      agent: false,
      lookup: pinned(addresses),
      ...(ca === undefined ? {} : { ca }),
      signal,
    });
    sending.on('error', end);
    sending.on('upgrade', (_response, socket) => {
      socket.destroy();
      end(new DeliveryFault('refused', 'the receiver answered with another protocol'));
    });
    sending.on('response', (response) => {
      const { 'retry-after': retryAfter, date } = response.headers;
      answer = { status: response.statusCode ?? 0, retryAfter, date };
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_BYTES) response.destroy();
        else if (readsText === true) chunks.push(chunk);
      });
      response.on('error', end);
      response.on('close', end);
    });
    sending.end(body);
  });
}

/**
 * Returns the addresses looked up before, in both forms that Node requests. It answers in a later turn, as the resolver
 * of the system does: a connection to an address without a route fails at once, before the request listens to its
 * socket, and that ends the process.
 */
function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    setImmediate(() => {
      if (options.all === true) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}
