import { UnreachableError } from '../errors/unreachable-error.js';

/** Runs once after a delay in milliseconds; answers how to cancel. */
export type Timer = (run: () => void, delayMs: number) => () => void;

/** An answer of which less comes in the time of the call has stalled. */
const leastBytes = 3 * 1024;

/** The end of a call: by its caller, or by the time that passed without progress. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Does something over the network. @throws UnreachableError, or the reason of the caller's signal */
  run<T>(action: () => Promise<T>): Promise<T>;
  /** So much more time once the first has passed. */
  extend(ms: number): void;
  /** So many bytes of the answer came: enough of them in the time of the call, and the time begins anew. */
  received(bytes: number): void;
  /** The time no longer counts. */
  end(): void;
}

export interface DeadlineOptions {
  /** Address of the gateway, for messages. */
  readonly base: string;
  readonly timeoutMs: number;
  readonly timer: Timer;
  readonly signal: AbortSignal | undefined;
  /** True for a write: it matters that the request may have arrived. */
  readonly isWrite: boolean;
}

export function startDeadline({ base, timeoutMs, timer, signal, isWrite }: DeadlineOptions): Deadline {
  const late = new AbortController();
  let extraMs = 0;
  let bytesInTime = 0;
  let end = timer(onTime, timeoutMs);

  function onTime(): void {
    const ms = bytesInTime >= leastBytes ? timeoutMs : extraMs;
    extraMs = 0;
    bytesInTime = 0;
    if (ms > 0) end = timer(onTime, ms);
    else late.abort();
  }

  function failureOf(cause: unknown): unknown {
    if (signal?.aborted) return signal.reason;
    const why = late.signal.aborted ? `${base} did not answer in ${timeoutMs} ms` : codeOf(cause);
    if (isWrite && !neverLeft(cause)) {
      return new UnreachableError('outcome_unknown', `${base} may have got the request: ${why}`, { cause });
    }
    if (late.signal.aborted) return new UnreachableError('timeout', why, { cause });
    return new UnreachableError('unreachable', `${base} cannot be reached (${why})`, { cause });
  }

  return {
    signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    extend(ms) {
      extraMs = ms;
    },
    received(bytes) {
      bytesInTime += bytes;
    },
    end: () => end(),
    async run(action) {
      try {
        return await action();
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** The code of the system where it is known; a browser does not tell. */
function codeOf(error: unknown): string {
  const { cause } = Object(error) as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'no answer';
}

/** Longest delay a timer takes; Node turns every longer one into a millisecond. */
const longestTimerMs = 2_147_483_647;

export function startTimer(run: () => void, delayMs: number): () => void {
  const handle = setTimeout(run, Math.min(delayMs, longestTimerMs));
  return () => clearTimeout(handle);
}

interface Failure {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly errors?: readonly unknown[];
}

/**
 * True when a request certainly reached no server: no address, no connection, or a certificate that was not accepted. A
 * browser does not report it.
 */
function neverLeft(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: unknown };
  const { errors } = Object(cause) as Failure;
  // One for each address of a name.
  return Array.isArray(errors) && errors.length > 0 ? errors.every(isBefore) : isBefore(cause);
}

function isBefore(error: unknown): boolean {
  const { code, syscall } = Object(error) as Failure;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return typeof code === 'string' && /^UND_ERR_CONNECT_TIMEOUT$|CERT|^UNABLE_TO_/.test(code);
}
