/**
 * Why there is no answer. `unavailable`: nothing was done, because no process got the call, or it was not begun in
 * time; it may be made again. `not_holder`: nothing was done, because that process does not hold the lease; the next
 * one may be asked. `outcome_unknown`: it was begun and never answered, so that it may have been done, wholly or in
 * part. `too_large`: the call was not sent, or with `done` its answer could not be.
 */
export type CallErrorCode = 'unavailable' | 'not_holder' | 'outcome_unknown' | 'too_large';

/** A call has no answer. */
export class CallError extends Error {
  constructor(
    readonly code: CallErrorCode,
    message: string,
    readonly done = false,
  ) {
    super(message);
    this.name = 'CallError';
  }
}

/** Failure of a handler, as plain data: the answer to a call. It has no stack. */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  /** Any JSON value. */
  readonly details?: unknown;
}

/** The handler in the other process has failed, and has answered with its failure. */
export class RemoteCallError extends Error {
  readonly code: string;
  readonly details: unknown;

  constructor({ code, message, details }: CallFailure) {
    super(message);
    this.name = 'RemoteCallError';
    this.code = code;
    this.details = details;
  }
}

/** Context of a handler besides its arguments. */
export interface CallContext {
  /** The process that calls. */
  readonly from: string;
  /** Aborted when the caller has given up or is gone. Acts done by then stay done. */
  readonly signal: AbortSignal;
}

/**
 * Does the work of a call and resolves with a JSON value. To answer `not_holder` it throws that `CallError` before it
 * has done anything; `whileHolding` does so.
 */
export type CallHandler = (args: unknown, context: CallContext) => Promise<unknown>;

/** Calls of one process to others, and of others to it. */
export interface Calls {
  /** Under which others call it. */
  readonly id: string;
  /**
   * Asks one process, once; nothing is ever sent again. Rejects with `CallError`, or with `RemoteCallError` for a
   * failure of the handler.
   */
  call(to: string, method: string, args: unknown, options: CallOptions): Promise<unknown>;
  /** Takes no more calls, and gives up those that are under way on both sides. */
  close(): void;
}

/** For how long one waits. */
export interface CallOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The way of messages between processes. A message is delivered once or not at all; in time or late. */
export interface CallWire {
  /** Takes the messages for an address. */
  listen(address: string, listener: (text: string) => void): () => void;
  /**
   * Sends. Calls `onNobody` where it is certain that no process listens at that address, and so that it was not
   * delivered. Throws where nothing can be sent now, and then nothing was. No listener is called before it returns.
   */
  send(to: string, text: string, onNobody: () => void): void;
}
