import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallAnswer,
  type CursorStore,
  type GatewayEvent,
  memoryCursor,
  type StreamLoss,
} from '@ccu-gateway/client';
import { CliError, EXIT } from '../terminal/exit.js';
import type { Rest } from './rest.js';
import { signInFix } from './sign-in-fix.js';

export interface WatchOptions {
  readonly topics: readonly string[];
  /** Default: from now on. */
  readonly cursor?: CursorStore;
  readonly onLost: (loss: StreamLoss) => void;
  /** The connection came back after it was lost, or was lost. */
  readonly onLink?: (state: 'lost' | 'back') => void;
  readonly signal: AbortSignal;
}

export interface Watch {
  /** Resolves when events flow. @throws CliError when the gateway cannot be reached or refuses the token */
  readonly live: Promise<void>;
  /** Ends when the signal is aborted. @throws CliError when the token is no longer accepted */
  readonly events: AsyncIterable<GatewayEvent>;
  /** Resolves when the cursor has been kept. */
  close(): Promise<void>;
}

/** Events of the gateway over one WebSocket that reconnects by itself, once it was there at all. */
export function watch(rest: Rest, options: WatchOptions): Watch {
  const { topics, cursor = memoryCursor(), onLost, onLink, signal } = options;
  const stream = rest.events({ topics, cursor, onLost, signal });
  let failure: CliError | undefined;
  let settled = false;
  let lost = false;
  let untried = rest.gateways;
  const live = new Promise<void>((resolve, reject) => {
    const fail = (error: CliError) => {
      failure = error;
      settled = true;
      reject(error);
      // Not at once: the stream is in the middle of planning its next attempt, which would outlive it.
      queueMicrotask(() => void stream.close());
    };
    stream.observe(({ state, reason }) => {
      if (state === 'denied') return fail(denied(rest));
      if (state === 'refused') return fail(refused(rest.url, reason));
      if (state === 'waiting' && !settled) {
        untried -= 1;
        if (untried <= 0) fail(unreachable(rest.url));
        return;
      }
      if (state === 'waiting' && !lost) {
        lost = true;
        onLink?.('lost');
      }
      if (state !== 'live' && state !== 'replaying' && state !== 'closed') return;
      settled = true;
      if (lost) onLink?.('back');
      lost = false;
      resolve();
    });
  });
  // A caller that only reads the events gets the failure there.
  live.catch(() => undefined);
  async function* events() {
    yield* stream;
    if (failure) throw failure;
  }
  return { live, events: events(), close: () => stream.close() };
}

export type Confirmation =
  | { readonly ok: true; readonly value: unknown; readonly afterMs: number }
  | { readonly ok: false; readonly reason: string };

const CONFIRM_MS = 5_000;
const LOOK_MS = 500;

/**
 * Writes, and waits until the CCU confirms the value: by an event, or by a newer time of the data point where the value
 * stays the same and no event comes.
 */
export async function confirmationOf(
  rest: Rest,
  write: () => Promise<unknown>,
  point: {
    readonly topic: string;
    readonly read: () => Promise<CallAnswer<'getDataPoint'>>;
    readonly lastSeenAt: string | undefined;
  },
  signal: AbortSignal,
): Promise<Confirmation> {
  const done = new AbortController();
  const until = AbortSignal.any([signal, done.signal]);
  // When the event is lost, the newer time of the data point confirms the write.
  const onLost = () => undefined;
  const watching = watch(rest, { topics: [point.topic], onLost, signal: until });
  await watching.live;
  const started = performance.now();
  const answer = (value: unknown): Confirmation => ({
    ok: true,
    value,
    afterMs: Math.round(performance.now() - started),
  });
  const byEvent = async (): Promise<Confirmation> => {
    for await (const { type, payload } of watching.events) {
      if (type === 'datapoint.value_changed') return answer(payload.value);
      if (type === 'datapoint.optimistic_rolled_back') return { ok: false, reason: String(payload.reason) };
    }
    return { ok: false, reason: 'the connection to the gateway ended' };
  };
  const byTime = async (): Promise<Confirmation> => {
    while (performance.now() - started < CONFIRM_MS) {
      await sleep(LOOK_MS, undefined, { signal: until });
      const now = await point.read();
      if (now.last_seen_at !== undefined && now.last_seen_at !== point.lastSeenAt) return answer(now.value);
    }
    return { ok: false, reason: `nothing came in ${CONFIRM_MS / 1000} s` };
  };
  try {
    const events = byEvent();
    // It may fail during the write; the wait below still gets the failure.
    events.catch(() => undefined);
    await write();
    return await Promise.race([events, byTime()]);
  } finally {
    done.abort();
  }
}

function denied({ url, source }: Rest): CliError {
  const message = `the gateway at ${new URL(url).origin} does not accept the token (any more)`;
  return new CliError(EXIT.auth, 'token_refused', message, { fix: signInFix(url, source) });
}

function refused(url: string, reason: string | undefined): CliError {
  return new CliError(
    EXIT.failed,
    'subscription_refused',
    `the gateway at ${new URL(url).origin} refuses the subscription (${reason ?? 'without a reason'})`,
    {
      fix: 'check the topics and the address of the gateway',
    },
  );
}

function unreachable(url: string): CliError {
  return new CliError(EXIT.unreachable, 'unreachable', `the event stream of ${new URL(url).origin} cannot be reached`, {
    fix: 'start it with: ccu-gateway run, or set CCU_GATEWAY_URL',
  });
}
