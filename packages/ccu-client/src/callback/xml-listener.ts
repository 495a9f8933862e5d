import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Timers } from '../model/ports.js';
import {
  encodeXmlRpcFault,
  encodeXmlRpcResponse,
  KEEP_ALIVE_TIMEOUT_MS,
  type RpcCall,
  WireError,
  xmlRpcHeaders,
} from '../wire/codecs/index.js';
import type { Admission } from './admission.js';
import { answerTo, tooManyCalls } from './answers.js';
import { type BodyReader, createBodyReader } from './body-reader.js';
import type { Exchange } from './deliver.js';
import type { CallbackRegistration } from './server.js';
import { createStrangers, type Strangers } from './strangers.js';

export interface XmlListenerOptions {
  readonly maxBodyBytes: number;
  /** Bytes of bodies that are in memory, those of all connections together. */
  readonly maxHeldBytes: number;
  readonly admission: Pick<Admission, 'knows' | 'admits' | 'refuse'>;
  readonly timers: Timers;
  readonly find: (path: string) => CallbackRegistration | undefined;
  readonly deliver: (registration: CallbackRegistration, call: RpcCall, exchange: Exchange) => void;
  /** A connection from this address was refused, because there are too many. */
  readonly dropped: (address: string) => void;
  readonly complain: (event: string, message: string) => void;
}

/** For one call to arrive, counted from its first byte; an idle connection may wait much longer. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Most bytes of an ignored body; then the connection ends. */
const UNREAD_BYTES = 64 * 1024;

/** Dependencies of one request. */
interface Listening extends XmlListenerOptions {
  readonly strangers: Strangers;
  readonly reader: BodyReader;
}

/** The HTTP side of the callback server. */
export function createXmlListener(options: XmlListenerOptions): Server {
  const { admission, timers, maxBodyBytes, maxHeldBytes } = options;
  const strangers = createStrangers(timers, ({ remoteAddress }) =>
    admission.refuse(remoteAddress ?? '', 'xml', 'address'),
  );
  const self: Listening = { ...options, strangers, reader: createBodyReader({ maxBodyBytes, maxHeldBytes }) };
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
  });
  server.on('connection', (socket) => {
    if (!admission.knows(socket.remoteAddress ?? '')) strangers.take(socket);
  });
  server.on('drop', (data) => options.dropped(data?.remoteAddress ?? ''));
  server.on('request', (incoming, outgoing) => receive(incoming, outgoing, self));
  server.on('clientError', (_error, socket) => {
    options.complain('callback.malformed', 'a call was not HTTP');
    socket.destroy();
  });
  return server;
}

/** Judges a request by its head, before its body is read. */
function receive(incoming: IncomingMessage, outgoing: ServerResponse, self: Listening): void {
  incoming.on('error', () => undefined);
  const { socket } = incoming;
  if (incoming.method !== 'POST') {
    turnAway(incoming, () => send(outgoing, 405, encodeXmlRpcFault(-1, 'only POST')));
    return;
  }
  const registration = self.find((incoming.url ?? '/').split('?')[0]!);
  if (registration === undefined) {
    refuse(incoming, outgoing, self, 'path');
    return;
  }
  const isAdmitted = self.admission.admits(registration, socket.remoteAddress ?? '');
  const go = (admitted: boolean) => {
    if (!admitted) refuse(incoming, outgoing, self, 'address');
    else {
      self.strangers.trust(socket);
      read(incoming, outgoing, { registration, self });
    }
  };
  if (typeof isAdmitted === 'boolean') go(isAdmitted);
  else void isAdmitted.then(go);
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, self: Listening, why: 'address' | 'path'): void {
  const { socket } = incoming;
  self.admission.refuse(socket.remoteAddress ?? '', 'xml', why);
  turnAway(incoming, () => {
    if (self.strangers.has(socket)) outgoing.shouldKeepAlive = false;
    send(outgoing, 404, encodeXmlRpcFault(-1, 'no client is registered here'));
  });
}

/** Answers once the body is over, unread; a long one ends the connection. */
function turnAway(incoming: IncomingMessage, answer: () => void): void {
  let unread = 0;
  incoming.on('data', (chunk: Buffer) => {
    unread += chunk.length;
    if (unread > UNREAD_BYTES) incoming.destroy();
  });
  incoming.on('end', answer);
}

interface Reading {
  readonly registration: CallbackRegistration;
  readonly self: Listening;
}

function read(incoming: IncomingMessage, outgoing: ServerResponse, { registration, self }: Reading): void {
  incoming.on('close', () => {
    // Cut off on its way: a CCU repeats a call once, and then its events are lost.
    if (!incoming.complete) registration.onUnreadable?.();
  });
  self.reader.read(incoming, {
    tooLarge() {
      self.complain('callback.too_large', 'a call was larger than allowed');
      send(outgoing, 413, encodeXmlRpcFault(-1, 'too large'));
      incoming.destroy();
    },
    call: (call, body) => finish(outgoing, { call, body, registration, self }),
    unreadable(error) {
      const reason = error instanceof WireError ? error.message : 'a call could not be read';
      self.complain('callback.malformed', reason);
      send(outgoing, 200, encodeXmlRpcFault(-1, 'the call cannot be read'));
      registration.onUnreadable?.();
    },
  });
}

/** Answers first, works afterwards, both in this turn: the CCU's only thread waits for us. */
function finish(
  outgoing: ServerResponse,
  { call, body, registration, self }: Reading & { readonly call: RpcCall; readonly body: Buffer },
): void {
  if (tooManyCalls(call)) {
    self.complain('callback.too_large', 'a multicall held more calls than allowed');
    send(outgoing, 200, encodeXmlRpcFault(-1, 'too many calls'));
    registration.onUnreadable?.();
    return;
  }
  const answer = answerTo(call);
  if (!answer.ok) self.complain('callback.unknown_method', 'a call named an unknown method');
  send(outgoing, 200, answer.ok ? encodeXmlRpcResponse(answer.value) : encodeXmlRpcFault(answer.code, answer.message));
  const { socket } = outgoing.req;
  // An answer that was handed to a connection which then broke was not taken.
  const isLost = () => (outgoing.destroyed && !outgoing.writableFinished) || socket.errored !== null;
  try {
    self.deliver(registration, call, { body, isLost });
  } catch {
    // The CCU has its answer. A call that fails must not end the process that others share.
    self.complain('callback.undelivered', 'a call could not be worked off');
    registration.onUnreadable?.();
  }
}

function send(outgoing: ServerResponse, status: number, body: Buffer): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(status, xmlRpcHeaders(body));
  outgoing.end(body);
}
