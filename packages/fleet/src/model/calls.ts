/**
 * Why there is no answer. `unavailable`: nothing was done, because nobody got the call, or it was not begun in time; it may be
 * made again. `not_holder`: nothing was done, because that process does not hold the lease; the next one may be asked.
 * `outcome_unknown`: it was begun and never answered, so that it may have been done, wholly or in part. `too_large`: the call
 * was not sent, or with `done` its answer could not be.
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

/** What a handler failed with, as plain data: the answer to a call. It has no stack. */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  /** Anything that JSON can say. */
  readonly details?: unknown;
}

/** The handler in the other process has failed, and said so. */
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

/** What a handler knows besides its arguments. */
export interface CallContext {
  /** The process that calls. */
  readonly from: string;
  /** Aborted when the caller has given up or is gone. What was done by then stays done. */
  readonly signal: AbortSignal;
}

/**
 * Does what is asked and resolves with something that JSON can say. To answer `not_holder` it throws that `CallError` before it
 * has done anything; `whileHolding` does so.
 */
export type CallHandler = (args: unknown, context: CallContext) => Promise<unknown>;

/** Calls of one process to others, and of others to it. */
export interface Calls {
  /** Under which others call it. */
  readonly id: string;
  /**
   * Asks one process, once; nothing is ever sent again. Rejects with `CallError`, or with `RemoteCallError` for what the
   * handler said.
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
   * Sends. `onNobody` is told where it is certain that nobody listens at that address, and so that it was not delivered.
   * Throws where nothing can be sent now, and then nothing was. Nobody is called before it returns.
   */
  send(to: string, text: string, onNobody: () => void): void;
}
