import type { Snapshot } from '@ccu-gateway/contract/types';
import { ProblemError } from '../errors/problem-error.js';
import { UnreachableError } from '../errors/unreachable-error.js';
import type { CallContext, Calls } from '../rest/calls.js';
import type { CallInput } from '../rest/operations.js';

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

export interface LoadOptions {
  readonly query: CallInput<'getSnapshot'>['query'];
  readonly signal: AbortSignal;
  /** True when temporary failures are retried. */
  readonly patient: boolean;
}

/** Takes a snapshot; a patient caller gets it as soon as the gateway can, with growing pauses between attempts. */
export async function loadSnapshot(
  { timer, random }: Pick<CallContext, 'timer'> & { readonly random: () => number },
  calls: Calls,
  { query, signal, patient }: LoadOptions,
): Promise<Snapshot> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      return await calls.call('getSnapshot', { query, signal });
    } catch (error) {
      if (!patient || !isTemporary(error)) throw error;
      const asked = error instanceof ProblemError ? error.retryAfterMs : undefined;
      await pause(timer, asked ?? delayMs * (1 - random() / 2), signal);
    }
  }
}

function isTemporary(error: unknown): boolean {
  return (error instanceof ProblemError || error instanceof UnreachableError) && error.temporary;
}

function pause(timer: CallContext['timer'], delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = timer(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', abort, { once: true });
  });
}
