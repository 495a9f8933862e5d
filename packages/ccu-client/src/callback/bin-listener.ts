import { createServer, type Server, type Socket } from 'node:net';
import type { Timers } from '../model/ports.js';
import {
  createBinRpcSplitter,
  decodeBinRpc,
  encodeBinRpcFault,
  encodeBinRpcResponse,
  type RpcCall,
} from '../wire/codecs/index.js';
import type { Admission } from './admission.js';
import { answerTo, tooManyCalls } from './answers.js';
import type { Exchange } from './deliver.js';
import type { BinPeer } from './routes.js';
import { createStrangers } from './strangers.js';

export interface BinListenerOptions {
  readonly maxBodyBytes: number;
  readonly admission: Pick<Admission, 'admitsAny' | 'knows' | 'refuse'>;
  readonly timers: Timers;
  readonly deliver: (peer: BinPeer, call: RpcCall, exchange: Exchange) => void;
  readonly unreadable: (peer: BinPeer) => void;
  /** A connection from this address was refused, because there are too many. */
  readonly dropped: (address: string) => void;
  readonly complain: (event: string, message: string) => void;
}

/** CUxD sends events only, which are small; a caller that reads none of its answers has less than that waiting. */
const MAX_BYTES = 256 * 1024;

/** The raw TCP side of the callback server, for CUxD. */
export function createBinListener(options: BinListenerOptions): Server {
  const { admission, timers } = options;
  const refused = (socket: Socket) => admission.refuse(socket.remoteAddress ?? '', 'bin', 'address');
  const strangers = createStrangers(timers, refused);
  const server = createServer({ noDelay: true, keepAlive: true });
  server.on('drop', (data) => options.dropped(data?.remoteAddress ?? ''));
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    const isAdmitted = admission.admitsAny(socket.remoteAddress ?? '');
    if (isAdmitted === true) {
      serve(socket, options);
      return;
    }
    // Nothing is read before the addresses of the CCUs were resolved again.
    strangers.take(socket);
    void Promise.resolve(isAdmitted).then((admitted) => {
      if (socket.destroyed) return;
      strangers.trust(socket);
      if (admitted) serve(socket, options);
      else {
        refused(socket);
        socket.destroy();
      }
    });
  });
  return server;
}

function serve(socket: Socket, options: BinListenerOptions): void {
  const peer: BinPeer = { address: socket.remoteAddress ?? '' };
  const splitter = createBinRpcSplitter({ maxBytes: Math.min(MAX_BYTES, options.maxBodyBytes) });

  function hangUp(message: string): void {
    options.complain('callback.malformed', message);
    socket.destroy();
    options.unreadable(peer);
  }

  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of splitter.push(chunk)) take(message);
    } catch {
      // After one unreadable byte the borders of all further messages are unknown.
      hangUp('a call was not BIN-RPC');
    }
  });

  function take(message: Buffer): void {
    if (socket.destroyed) return;
    const call = decodeBinRpc(message);
    if (call.kind !== 'call') return;
    if (tooManyCalls(call) || socket.writableLength > MAX_BYTES) {
      hangUp('a caller sent more than allowed, or read none of its answers');
      return;
    }
    const answer = answerTo(call);
    if (!answer.ok) options.complain('callback.unknown_method', 'a call named an unknown method');
    let isSent = false;
    const bytes = answer.ok ? encodeBinRpcResponse(answer.value) : encodeBinRpcFault(answer.code, answer.message);
    socket.write(bytes, () => {
      isSent = true;
    });
    const isLost = () => (socket.destroyed && !isSent) || socket.errored !== null;
    options.deliver(peer, call, { body: message, isLost });
  }
}
