import type { ActingCore } from '@ccu-gateway/gateway-core';
import type { WriteIntent } from '../mapping/plan.js';
import type { Count } from '../ports/activity.js';
import type { BridgeClock } from '../ports/ports.js';
import { errorStatus, timedOut } from './statuses.js';

/** A controller gives up after some seconds; it gets an answer before. */
const PATIENCE_MS = 4500;

/** Access for one controller; `signal` ends the wait. */
export type ActAs = (signal: AbortSignal) => Pick<ActingCore, 'devices' | 'customDataPoints'>;

/** Sends the writes of one endpoint. */
export interface Dispatcher {
  /**
   * Resolves when the CCU has accepted it, or when a later write has replaced it. Rejects with a status of Matter, in
   * less than five seconds.
   */
  send(intent: WriteIntent, as: ActAs): Promise<void>;
}

interface Write {
  readonly intent: WriteIntent;
  readonly as: ActAs;
  /** When its controller must have been answered, also where it had to wait for another one. */
  readonly until: number;
}

interface Line {
  /** The newest write that waits for the running one, with its callers. */
  next?: Write & { readonly settled: ((error?: unknown) => void)[] };
}

/** Of a dragged level only the first and the last value are sent: during a write, later ones replace each other. */
export function createDispatcher(clock: BridgeClock, count: Count): Dispatcher {
  const lines = new Map<string, Line>();

  async function sendInLine(word: string, write: Write): Promise<void> {
    const line = lines.get(word);
    if (line !== undefined) {
      return new Promise((resolve, reject) => {
        const settled = (error?: unknown) => (error === undefined ? resolve() : reject(error));
        // A replaced write was overtaken by its own controller, so it counts as done.
        for (const before of line.next?.settled ?? []) {
          count('coalesced');
          before();
        }
        line.next = { ...write, settled: [settled] };
      });
    }
    const begun: Line = {};
    lines.set(word, begun);
    try {
      await run(write, clock);
    } finally {
      lines.delete(word);
      const { next } = begun;
      if (next !== undefined) {
        sendInLine(word, next).then(
          () => next.settled.forEach((settled) => void settled()),
          (error: unknown) => next.settled.forEach((settled) => void settled(error)),
        );
      }
    }
  }

  return {
    send(intent, as) {
      if (intent.kind === 'nothing') return Promise.resolve();
      const write = { intent, as, until: clock.now() + PATIENCE_MS };
      return intent.lastWins === undefined ? run(write, clock) : sendInLine(intent.lastWins, write);
    },
  };
}

async function run({ intent, as, until }: Write, clock: BridgeClock): Promise<void> {
  if (intent.kind === 'nothing') return;
  const waiting = new AbortController();
  let cancel: () => void = () => undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(Math.max(0, until - clock.now()), () => {
      reject(timedOut());
      waiting.abort();
    });
  });
  try {
    await Promise.race([carryOut(intent, as(waiting.signal)), tooLate]);
  } catch (error) {
    throw errorStatus(error);
  } finally {
    cancel();
  }
}

function carryOut(intent: Exclude<WriteIntent, { readonly kind: 'nothing' }>, house: ReturnType<ActAs>): Promise<void> {
  if (intent.kind === 'value') {
    const { central, address, channel, parameter } = intent.of;
    return house.devices.setValue({ central, address, channel, parameter, value: intent.value, priority: 'high' });
  }
  const { central, address, name } = intent.of;
  return house.customDataPoints.operate({ central, address, name, operation: intent.operation, params: intent.params });
}
