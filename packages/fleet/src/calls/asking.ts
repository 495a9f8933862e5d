import { CallError, type CallOptions, RemoteCallError } from '../model/calls.js';
import type { FleetEnvironment } from '../model/environment.js';
import type { CallMessage } from './messages.js';
import { collectParts } from './parts.js';

/**
 * A process that works on a call reports every so often that it does; after so many missing reports it counts as gone.
 * So does a process that was asked and does not report that it is ready: it was stopped, and the lease may be with
 * another one long before it goes on.
 */
export const ALIVE_MS = 1_000;
const SILENT_MS = 4 * ALIVE_MS;

/** One call that is made. */
export interface Asking {
  receive(message: CallMessage): void;
  /** No process listens there. */
  nobody(): void;
  /** This process takes no more answers. */
  closed(): void;
  readonly answer: Promise<unknown>;
}

/** `send` sends `go` or `cancel`; it throws where nothing can be sent. */
export function ask(
  { after }: FleetEnvironment,
  { timeoutMs, signal }: CallOptions,
  send: (type: 'go' | 'cancel') => void,
): Asking {
  let hasBegun = false;
  let settle: { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };
  const answer = new Promise<unknown>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const giveUp = (why: string) => settle.reject(new CallError(hasBegun ? 'outcome_unknown' : 'unavailable', why));
  const cancel = (why: string) => {
    giveUp(why);
    if (!hasBegun) return;
    try {
      send('cancel');
    } catch {
      // The process that works on it finds out that no caller listens.
    }
  };
  const { heard } = limitWait(answer, { after, timeoutMs, signal }, { cancel, giveUp });

  function begin(): void {
    if (hasBegun) return;
    try {
      send('go');
      hasBegun = true;
      heard();
    } catch {
      giveUp('nothing can be sent now');
    }
  }

  const collect = collectParts();
  function takePart(part: Parameters<typeof collect>[0]): void {
    heard();
    const taken = collect(part);
    if (taken === 'broken') giveUp('a part of the answer is missing');
    else if (taken !== 'more') settle.resolve(taken.value);
  }

  return {
    answer,
    closed: () => cancel('the calls are closed'),
    nobody() {
      // Neither was the `go` delivered, where it is the message that no process got.
      hasBegun = false;
      giveUp('the process that was asked is not there');
    },
    receive(message) {
      if (message.type === 'ready') begin();
      else if (message.type === 'alive') heard();
      else if (message.type === 'part') takePart(message);
      else if (message.type === 'done') settle.resolve(message.value);
      else if (message.type === 'failed') settle.reject(new RemoteCallError(message.failure));
      else if (message.type === 'refused') settle.reject(new CallError(message.code, message.why));
      else if (message.type === 'too_large') settle.reject(new CallError('too_large', 'the answer is too large', true));
    },
  };
}

/**
 * Ends the wait for an answer at its timeout, when the caller aborts, and when the process that was asked is silent.
 * `heard` takes a report of that process.
 */
function limitWait(
  answer: Promise<unknown>,
  { after, timeoutMs, signal }: CallOptions & Pick<FleetEnvironment, 'after'>,
  { cancel, giveUp }: Readonly<Record<'cancel' | 'giveUp', (why: string) => void>>,
): { readonly heard: () => void } {
  const onAbort = () => cancel('the caller has given up');
  const cancelTimeout = after(timeoutMs, () => cancel(`no answer within ${timeoutMs} ms`));
  let cancelSilence = () => {};
  const heard = () => {
    cancelSilence();
    cancelSilence = after(SILENT_MS, () => giveUp('the process that was asked is gone'));
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  const forget = () => {
    cancelTimeout();
    cancelSilence();
    signal?.removeEventListener('abort', onAbort);
  };
  answer.then(forget, forget);
  heard();
  if (signal?.aborted) onAbort();
  return { heard };
}
