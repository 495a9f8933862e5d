import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { appliedBefore, isPending, NOT_TAKEN_YET, OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import type { Reply } from '../../operation/operation.js';
import type { BegunRequest, NotedRequest, RequestTable } from './request-table.js';

const KEY = /^[\x21-\x7e]{1,255}$/;
const LOOK_MS = 200;
/** Longer than the time limit of most CCU commands; a slower answer is found under the same key afterwards. */
const PATIENCE_MS = 30_000;
/** Servers of a shared table elect a leader in nine seconds, and its detection takes a while. */
const UNNOTED_MS = 15_000;
/** Well within the time that a table remembers: a process that stood still for longer may have been given up by it. */
const BEGUN_FOR_MS = 60_000;
const RETRY_AFTER_S = 5;

export interface Idempotency {
  /**
   * Runs `work` once for each (caller, method, path, query, key) within five minutes. A repetition gets the same
   * answer, also while the first is still under way; `stopping` ends the waiting for it, and never `work`. A request
   * that was not done may be tried again; one that may have been done is not.
   */
  once(scope: readonly string[], key: string, work: () => Promise<Reply>, stopping: AbortSignal): Promise<Reply>;
}

/** Monotonic, in milliseconds. */
export interface WaitingTime {
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const systemTime: WaitingTime = {
  now: () => performance.now(),
  pause: (ms) => sleep(ms, undefined, { ref: false }),
};

export function createIdempotency(table: RequestTable, time: WaitingTime = systemTime): Idempotency {
  const underWay = new Map<string, Promise<Reply>>();

  async function answerOf(id: string, work: () => Promise<Reply>, stopping: AbortSignal): Promise<Reply> {
    const cameAt = time.now();
    let wasNoted = false;
    let failure: unknown;
    do {
      const askedAt = time.now();
      const look = await lookAt(table, id);
      if (look.begun !== undefined) return await run(look.begun, work, () => time.now() - askedAt < BEGUN_FOR_MS);
      if (look.noted?.state === 'done') return replayOf(look.noted.answer);
      wasNoted ||= look.isThere;
      ({ failure } = look);
      await time.pause(LOOK_MS);
    } while (time.now() - cameAt < (wasNoted ? PATIENCE_MS : UNNOTED_MS) && !stopping.aborted);
    // An answer of "not ready" is only right if nothing was done.
    if (!wasNoted) throw unavailable(failure);
    throw outcomeUnknown(
      'A request with this Idempotency-Key is under way, or its gateway has ended: it may have been done',
      failure,
    );
  }

  return {
    async once(scope, key, work, stopping) {
      if (!KEY.test(key)) {
        throw new GatewayError('bad_request', 'Idempotency-Key must be 1 to 255 printable characters', {
          reason: 'idempotency_key_invalid',
        });
      }
      const id = JSON.stringify([...scope, key]);
      const known = underWay.get(id);
      if (known !== undefined) return marked(await known);
      const reply = answerOf(id, work, stopping);
      underWay.set(id, reply);
      try {
        return await reply;
      } finally {
        underWay.delete(id);
      }
    },
  };
}

async function run(begun: BegunRequest, work: () => Promise<Reply>, isInTime: () => boolean): Promise<Reply> {
  if (!isInTime()) {
    await begun.forget();
    throw unavailable();
  }
  let reply: Reply;
  try {
    reply = await work();
  } catch (error) {
    await (isUndone(error) ? begun.forget() : begun.keep({ pending: pendingOf(error) }));
    throw error;
  }
  const { status, json, headers } = reply;
  await begun.keep({ reply: { status, json, headers } });
  return reply;
}

/**
 * True when it is certain that nothing was done. An error other than a refusal of the gateway may have come from behind
 * the CCU.
 */
const isUndone = (error: unknown): boolean =>
  error instanceof GatewayError && !isPending(error) && appliedBefore(error).length === 0;

/** Only texts that a caller may read: unforeseen errors have a fixed message. */
function pendingOf(error: unknown) {
  if (!(error instanceof GatewayError))
    return { message: 'It ended in an error: it may have been done', reason: OUTCOME_UNKNOWN };
  return { message: error.message, reason: isPending(error) ? error.details.reason : OUTCOME_UNKNOWN };
}

/** Entries of a table come from another process. */
const keptAnswer = z.union([
  z.object({
    reply: z.object({
      status: z.int().min(200).max(299),
      json: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
  }),
  z.object({ pending: z.object({ message: z.string(), reason: z.enum([NOT_TAKEN_YET, OUTCOME_UNKNOWN]) }) }),
]);

function replayOf(answer: unknown): Reply {
  const kept = keptAnswer.safeParse(answer).data;
  if (kept === undefined) throw outcomeUnknown('The stored answer of this Idempotency-Key cannot be read');
  if ('reply' in kept) return marked(kept.reply);
  const { message, reason } = kept.pending;
  throw new GatewayError('upstream_unavailable', message, { reason });
}

const marked = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, 'idempotent-replay': 'true' } });

const outcomeUnknown = (message: string, cause?: unknown) =>
  new GatewayError('upstream_unavailable', message, { reason: OUTCOME_UNKNOWN, cause });

const unavailable = (cause?: unknown) =>
  new GatewayError('service_unready', 'Whether this was asked before cannot be known just now', {
    ...{ reason: 'idempotency_unavailable', retryAfterSeconds: RETRY_AFTER_S, cause },
  });

interface Look {
  readonly begun?: BegunRequest | undefined;
  readonly noted?: NotedRequest | undefined;
  /** True when it was noted before. */
  readonly isThere: boolean;
  readonly failure?: unknown;
}

/** Begins a request, or reads its noted state. */
async function lookAt(table: RequestTable, id: string): Promise<Look> {
  let isThere = false;
  try {
    const begun = await table.begin(id);
    if (begun !== undefined) return { begun, isThere };
    isThere = true;
    return { noted: await table.read(id), isThere };
  } catch (failure) {
    return { isThere, failure };
  }
}
