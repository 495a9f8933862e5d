import { CcuError, clientClosed, saying } from '../model/errors.js';
import type { WireValue } from '../model/model.js';
import type { Permit, Timers } from '../model/ports.js';
import { abortError, throwIfAborted } from '../time/wait.js';
import { encodeBinRpcCall } from '../wire/codecs/index.js';
import { BinRpcConnection, type Waiting } from './bin-rpc-connection.js';
import { mapTransportError } from './errors.js';
import type { CallOptions, RpcClient } from './rpc-client.js';
import { openSocket, type Target } from './tls.js';

export interface BinRpcClientOptions {
  readonly target: Target;
  readonly timers: Timers;
  /** Throws where nothing may be sent now. */
  readonly permit?: Permit;
  /** The peer hung up on a connection that was idle: it may have restarted. */
  readonly onHangUp?: () => void;
}

/**
 * BIN-RPC over one TCP connection that is opened when needed. Answers carry no number, so calls go one after the other;
 * after a timeout the connection is closed, lest the late answer be taken for that of the next call.
 */
export function createBinRpcClient(options: BinRpcClientOptions): RpcClient {
  /** The last one that was opened. */
  let connection: BinRpcConnection | undefined;
  let opening: Promise<BinRpcConnection> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  function connect(): Promise<BinRpcConnection> {
    if (connection?.isOpen === true) return Promise.resolve(connection);
    opening ??= new Promise<BinRpcConnection>((resolve, reject) => {
      openSocket(options.target, (error, socket) => {
        opening = undefined;
        if (error !== null || socket === undefined) {
          reject(mapTransportError(error));
          return;
        }
        if (closed) {
          socket.destroy();
          reject(clientClosed());
          return;
        }
        connection = new BinRpcConnection(socket, () => options.onHangUp?.());
        resolve(connection);
      });
    });
    return opening;
  }

  async function exchange(bytes: Buffer, { timeoutMs, signal, once }: CallOptions): Promise<WireValue> {
    throwIfAborted(signal);
    if (closed) throw clientClosed();
    options.permit?.();
    return await new Promise<WireValue>((resolve, reject) => {
      let isSent = false;
      const fail = (error: CcuError) => reject(isSent && once === true && !isAnswer(error) ? inDoubt(error) : error);
      const limits = { timers: options.timers, timeoutMs, signal };
      const call = limited(limits, { resolve, reject: fail }, (error) => connection?.giveUp(call, error));
      const send = (open: BinRpcConnection) => {
        if (call.isOver()) return;
        // Connecting took its time.
        options.permit?.();
        isSent = true;
        open.send(bytes, call);
      };
      connect().then(send).catch(call.reject);
    });
  }

  return {
    call(method, params, how) {
      const bytes = encodeBinRpcCall(method, params);
      const mine = last
        .then(() => {
          const isUsed = connection?.isOpen === true && connection.hasCarriedCall;
          if (how.once === true && isUsed) connection?.drop(new CcuError('unreachable', 'not used again'));
          return exchange(bytes, how);
        })
        .catch((error: unknown) => {
          const known = mapTransportError(error);
          // Some servers close after every call: nothing was processed, so once more on a fresh connection.
          const isStale = connection?.hasCarriedCall === true && connection.isSilent;
          if (known.code === 'unreachable' && how.once !== true && isStale && !closed) return exchange(bytes, how);
          throw known;
        });
      last = mine.catch(() => undefined);
      return mine;
    },
    close() {
      closed = true;
      if (connection?.isOpen === true) connection.drop(clientClosed());
    },
  };
}

/** True for a refusal of the server, or an answer of another server. */
const isAnswer = ({ code, faultCode }: CcuError): boolean => faultCode !== undefined || code === 'booting';

const inDoubt = (error: CcuError): CcuError => saying(error, { mayHaveRun: true });

/** Ends a call when its time is over or its signal aborts; `giveUp` is called before. */
function limited(
  { timers, timeoutMs, signal }: { readonly timers: Timers; readonly timeoutMs: number; readonly signal?: AbortSignal },
  call: Waiting,
  giveUp: (error: CcuError) => void,
): Waiting & { readonly isOver: () => boolean } {
  let over = false;
  const end = () => {
    over = true;
    cancelTimer();
    signal?.removeEventListener('abort', onAbort);
  };
  const reject = (error: CcuError) => {
    end();
    call.reject(error);
  };
  const abandon = (error: CcuError) => {
    giveUp(error);
    reject(error);
  };
  const cancelTimer = timers.after(timeoutMs, () =>
    abandon(new CcuError('timeout', `the CCU did not answer within ${timeoutMs} ms`)),
  );
  const onAbort = () => abandon(abortError(signal!));
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    resolve(value) {
      end();
      call.resolve(value);
    },
    reject,
    isOver: () => over,
  };
}
