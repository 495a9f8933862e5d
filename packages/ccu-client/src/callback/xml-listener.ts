import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { turn } from '../time/system.js';
import {
  createXmlRpcReader,
  decodeXmlRpcCall,
  encodeXmlRpcFault,
  encodeXmlRpcResponse,
  KEEP_ALIVE_TIMEOUT_MS,
  type RpcCall,
  WireError,
  xmlRpcHeaders,
} from '../wire/codecs/index.js';
import { answerTo } from './answers.js';
import type { Exchange } from './deliver.js';

export interface XmlListenerOptions {
  readonly maxBodyBytes: number;
  readonly mayCall: (peer: string) => boolean;
  /** The calls are for this path. Runs after the answer is on its way; false when no client is registered there. */
  readonly knows: (path: string, call: RpcCall) => boolean;
  readonly deliver: (path: string, call: RpcCall, exchange: Exchange) => void;
  readonly unreadable: (path: string) => void;
  /** A connection from this address was refused, because there are too many. */
  readonly dropped: (peer: string) => void;
  readonly complain: (event: string, message: string) => void;
}

/** Above this a body is read in slices. */
const AT_ONCE_BYTES = 128 * 1024;
const SLICE_BYTES = 96 * 1024;
/** For one call to arrive, counted from its first byte; an idle connection may wait much longer. */
const REQUEST_TIMEOUT_MS = 120_000;

/** The HTTP side of the callback server. */
export function createXmlListener(options: XmlListenerOptions): Server {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
  });
  server.on('connection', (socket) => {
    if (options.mayCall(socket.remoteAddress ?? '')) return;
    options.complain('callback.refused', 'a host that is no configured CCU tried to call');
    socket.destroy();
  });
  server.on('drop', (data) => options.dropped(data?.remoteAddress ?? ''));
  server.on('request', (incoming, outgoing) => receive(incoming, outgoing, options));
  server.on('clientError', (_error, socket) => {
    options.complain('callback.malformed', 'a call was not HTTP');
    socket.destroy();
  });

  return server;
}

/** Reads a request to its end. */
function receive(incoming: IncomingMessage, outgoing: ServerResponse, options: XmlListenerOptions): void {
  const chunks: Buffer[] = [];
  let received = 0;
  incoming.on('error', () => undefined);
  incoming.on('close', () => {
    // Cut off on its way: a CCU repeats a call once, and then its events are lost.
    if (!incoming.complete) options.unreadable(pathOf(incoming));
  });
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received <= options.maxBodyBytes) chunks.push(chunk);
    else if (!outgoing.headersSent) {
      options.complain('callback.too_large', 'a call was larger than allowed');
      send(outgoing, 413, encodeXmlRpcFault(-1, 'too large'));
      incoming.destroy();
    }
  });
  incoming.on('end', () => {
    if (received > options.maxBodyBytes) return;
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    take(incoming, outgoing, body, options);
  });
}

function take(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, options: XmlListenerOptions): void {
  const path = pathOf(incoming);
  if (incoming.method !== 'POST') {
    send(outgoing, 405, encodeXmlRpcFault(-1, 'only POST'));
    return;
  }
  const contentType = incoming.headers['content-type'] ?? '';
  if (body.length > AT_ONCE_BYTES) {
    readInSlices(body, contentType, options.maxBodyBytes).then(
      (call) => finish(outgoing, path, call, body, options),
      (error) => refuse(outgoing, path, error, options),
    );
    return;
  }
  let call: RpcCall;
  try {
    call = decodeXmlRpcCall(body, { contentType, maxBytes: options.maxBodyBytes });
  } catch (error) {
    refuse(outgoing, path, error, options);
    return;
  }
  finish(outgoing, path, call, body, options);
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0]!;

/** Answers first, works afterwards, both in this turn: the CCU's only thread waits for us. */
function finish(
  outgoing: ServerResponse,
  path: string,
  call: RpcCall,
  body: Buffer,
  options: XmlListenerOptions,
): void {
  if (!options.knows(path, call)) {
    options.complain('callback.unknown_path', 'a call came for no configured interface');
    send(outgoing, 404, encodeXmlRpcFault(-1, 'no client is registered here'));
    return;
  }
  const answer = answerTo(call);
  if (!answer.ok) options.complain('callback.unknown_method', 'a call named an unknown method');
  send(outgoing, 200, answer.ok ? encodeXmlRpcResponse(answer.value) : encodeXmlRpcFault(answer.code, answer.message));
  const { socket } = outgoing.req;
  // An answer that was handed to a connection which then broke was not taken.
  const isLost = () => (outgoing.destroyed && !outgoing.writableFinished) || socket.errored !== null;
  options.deliver(path, call, { body, isLost });
}

function refuse(outgoing: ServerResponse, path: string, error: unknown, options: XmlListenerOptions): void {
  options.complain('callback.malformed', error instanceof WireError ? error.message : 'a call could not be read');
  send(outgoing, 200, encodeXmlRpcFault(-1, 'the call cannot be read'));
  options.unreadable(path);
}

async function readInSlices(body: Buffer, contentType: string, maxBytes: number): Promise<RpcCall> {
  const reader = createXmlRpcReader({ contentType, maxBytes });
  for (let at = 0; at < body.length; at += SLICE_BYTES) {
    reader.write(body.subarray(at, at + SLICE_BYTES));
    await turn();
  }
  const document = reader.end();
  if (document.root !== 'methodCall' || document.method === undefined) throw new WireError('not_rpc', 'not a call');
  return { method: document.method, params: document.values };
}

function send(outgoing: ServerResponse, status: number, body: Buffer): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(status, xmlRpcHeaders(body));
  outgoing.end(body);
}
