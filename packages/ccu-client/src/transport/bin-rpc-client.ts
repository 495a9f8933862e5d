import type { Socket } from 'node:net';
import { CcuError } from '../errors.js';
import type { WireValue } from '../model.js';
import type { Timers } from '../ports.js';
import { abortError, throwIfAborted } from '../wait.js';
import { createBinRpcSplitter, decodeBinRpc, encodeBinRpcCall } from '../wire/index.js';
import { mapFault, mapTransportError } from './errors.js';
import type { RpcClient } from './rpc-client.js';
import { openSocket, type Target } from './tls.js';

export interface BinRpcClientOptions {
  readonly target: Target;
  readonly timers: Timers;
  /** The peer hung up on a connection that was idle: it may have restarted. */
  readonly onHangUp?: () => void;
}

interface Waiting {
  readonly resolve: (value: WireValue) => void;
  readonly reject: (error: CcuError) => void;
}

/**
 * BIN-RPC over one TCP connection that is opened when needed. Answers carry no number, so calls go one after the other;
 * after a timeout the connection is closed, lest the late answer be taken for that of the next call.
 */
export function createBinRpcClient(options: BinRpcClientOptions): RpcClient {
  let socket: Socket | undefined;
  let opening: Promise<Socket> | undefined;
  let waiting: Waiting | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  /** Whether the connection in use has carried a call before, and whether it has said anything since the last one. */
  let kept = false;
  let answered = false;

  function connect(): Promise<Socket> {
    if (socket !== undefined) return Promise.resolve(socket);
    opening ??= new Promise<Socket>((resolve, reject) => {
      openSocket(options.target, (error, opened) => {
        opening = undefined;
        if (error !== null || opened === undefined) {
          reject(mapTransportError(error));
          return;
        }
        if (closed) {
          opened.destroy();
          reject(new CcuError('closed', 'the client was closed'));
          return;
        }
        attach(opened);
        resolve(opened);
      });
    });
    return opening;
  }

  function attach(opened: Socket): void {
    socket = opened;
    kept = false;
    const splitter = createBinRpcSplitter();
    opened.on('data', (chunk: Buffer) => {
      answered = true;
      try {
        for (const message of splitter.push(chunk)) settle(message);
      } catch (error) {
        drop(opened, mapTransportError(error));
      }
    });
    opened.on('error', (error) => drop(opened, mapTransportError(error)));
    opened.on('end', () => opened.destroy());
    opened.on('close', () => {
      const idle = waiting === undefined && socket === opened && !closed;
      drop(opened, new CcuError('unreachable', 'the CCU closed the connection'));
      if (idle) options.onHangUp?.();
    });
  }

  function settle(message: Buffer): void {
    const answer = decodeBinRpc(message);
    const current = waiting;
    waiting = undefined;
    kept = true;
    if (current === undefined || answer.kind === 'call') return;
    if (answer.kind === 'fault') current.reject(mapFault(answer.code, answer.message));
    else current.resolve(answer.value);
  }

  function drop(which: Socket, error: CcuError): void {
    which.destroy();
    if (socket !== which) return;
    socket = undefined;
    const current = waiting;
    waiting = undefined;
    current?.reject(error);
  }

  async function exchange(bytes: Buffer, timeoutMs: number, signal: AbortSignal | undefined): Promise<WireValue> {
    throwIfAborted(signal);
    if (closed) throw new CcuError('closed', 'the client was closed');
    return await new Promise<WireValue>((resolve, reject) => {
      const giveUp = (error: CcuError) => {
        if (socket !== undefined && waiting?.resolve === settled.resolve) drop(socket, error);
        settled.reject(error);
      };
      const cancelTimer = options.timers.after(timeoutMs, () =>
        giveUp(new CcuError('timeout', `the CCU did not answer within ${timeoutMs} ms`)),
      );
      const onAbort = () => giveUp(abortError(signal!));
      signal?.addEventListener('abort', onAbort, { once: true });
      const done = () => {
        cancelTimer();
        signal?.removeEventListener('abort', onAbort);
      };
      let over = false;
      const settled: Waiting = {
        resolve: (value) => {
          over = true;
          done();
          resolve(value);
        },
        reject: (error) => {
          over = true;
          done();
          reject(error);
        },
      };
      connect().then((open) => {
        if (over) return;
        waiting = settled;
        answered = false;
        open.write(bytes);
      }, settled.reject);
    });
  }

  return {
    call(method, params, { timeoutMs, signal, once }) {
      const bytes = encodeBinRpcCall(method, params);
      const mine = last
        .then(() => {
          if (once === true && socket !== undefined && kept)
            drop(socket, new CcuError('unreachable', 'not used again'));
          return exchange(bytes, timeoutMs, signal);
        })
        .catch((error: unknown) => {
          const known = mapTransportError(error);
          // Some servers close after every call: nothing was processed, so once more on a fresh connection.
          if (known.code === 'unreachable' && once !== true && kept && !answered && !closed)
            return exchange(bytes, timeoutMs, signal);
          throw known;
        });
      last = mine.catch(() => undefined);
      return mine;
    },
    close() {
      closed = true;
      if (socket !== undefined) drop(socket, new CcuError('closed', 'the client was closed'));
    },
  };
}
