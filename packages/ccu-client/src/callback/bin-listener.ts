import { createServer, type Server } from 'node:net';
import {
  createBinRpcSplitter,
  decodeBinRpc,
  encodeBinRpcFault,
  encodeBinRpcResponse,
  type RpcCall,
} from '../wire/codecs/index.js';
import { answerTo } from './answers.js';
import type { Exchange } from './deliver.js';
import type { BinPeer } from './routes.js';

export interface BinListenerOptions {
  readonly maxBodyBytes: number;
  readonly mayCall: (peer: string) => boolean;
  readonly deliver: (peer: BinPeer, call: RpcCall, exchange: Exchange) => void;
  readonly unreadable: (peer: BinPeer) => void;
  /** A connection from this address was refused, because there are too many. */
  readonly dropped: (peer: string) => void;
  readonly complain: (event: string, message: string) => void;
}

/** The raw TCP side of the callback server, for CUxD. */
export function createBinListener(options: BinListenerOptions): Server {
  const server = createServer({ noDelay: true, keepAlive: true });
  server.on('drop', (data) => options.dropped(data?.remoteAddress ?? ''));
  server.on('connection', (socket) => {
    const peer: BinPeer = { address: socket.remoteAddress ?? '' };
    if (!options.mayCall(peer.address)) {
      options.complain('callback.refused', 'a host that is no configured CCU tried to call');
      socket.destroy();
      return;
    }
    const splitter = createBinRpcSplitter({ maxBytes: options.maxBodyBytes });
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const message of splitter.push(chunk)) take(message);
      } catch {
        // After one unreadable byte the borders of all further messages are unknown.
        options.complain('callback.malformed', 'a call was not BIN-RPC');
        socket.destroy();
        options.unreadable(peer);
      }
    });

    function take(message: Buffer): void {
      const call = decodeBinRpc(message);
      if (call.kind !== 'call') return;
      const answer = answerTo(call);
      if (!answer.ok) options.complain('callback.unknown_method', 'a call named an unknown method');
      let isSent = false;
      socket.write(
        answer.ok ? encodeBinRpcResponse(answer.value) : encodeBinRpcFault(answer.code, answer.message),
        () => {
          isSent = true;
        },
      );
      const isLost = () => (socket.destroyed && !isSent) || socket.errored !== null;
      options.deliver(peer, call, { body: message, isLost });
    }
  });
  return server;
}
