import {
  createEventStream,
  createMemoryLog,
  type EventStream,
  type EventStreamOptions,
  openEventStream,
} from '@ccu-gateway/event-stream';
import {
  openWebhook,
  type Position,
  type Webhook,
  type WebhookEnvironment,
  type WebhookSettings,
  type WebhookTrouble,
} from '../src/index.js';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const START = Date.UTC(2026, 5, 1);

/** Time that moves only on request of a test. */
export function createClock() {
  let now = START;
  const waiting = new Set<{ readonly at: number; readonly ms: number; readonly go: () => void }>();
  return {
    now: () => now,
    /** Milliseconds of each wait that is under way. */
    waits: () => [...waiting].map(({ ms }) => ms),
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted) return resolve();
        const go = () => {
          waiting.delete(one);
          resolve();
        };
        const one = { at: now + ms, ms, go };
        waiting.add(one);
        signal.addEventListener('abort', go);
      }),
    advance(ms: number) {
      now += ms;
      for (const one of [...waiting]) if (one.at <= now) one.go();
    },
  };
}

export type Clock = ReturnType<typeof createClock>;

/** Positions that outlive a webhook. */
export function createPositions() {
  const kept = new Map<string, Position>();
  return {
    kept,
    load: async (webhook: string) => kept.get(webhook),
    save: async (webhook: string, position: Position) => void kept.set(webhook, position),
  };
}

/** An installation with events from a test. */
export function createWorld(options: EventStreamOptions = {}) {
  const clock = createClock();
  const events = createEventStream({ clock: clock.now, ...options });
  return worldOn(clock, events);
}

/** The same with a log that reaches further back than memory. */
export async function createLoggedWorld(
  options: EventStreamOptions & { readonly log?: Parameters<typeof createMemoryLog>[0] } = {},
) {
  const clock = createClock();
  const { log, ...rest } = options;
  const events = await openEventStream({ clock: clock.now, ...rest, log: createMemoryLog(log), gatherMs: 0 });
  return worldOn(clock, events);
}

function worldOn(clock: Clock, events: EventStream) {
  const lines: string[] = [];
  const troubles: WebhookTrouble[] = [];
  const positions = createPositions();
  let random = 0;
  const line = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const environment: WebhookEnvironment = {
    now: clock.now,
    wait: clock.wait,
    random: () => random,
    randomHex: (digits) => '0123456789abcdef'.repeat(4).slice(0, digits),
    nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  };
  return {
    clock,
    events,
    lines,
    troubles,
    positions,
    setRandom(next: number) {
      random = next;
    },
    /** Publishes a change, and returns the number of the event. */
    say: (topic = 'device.A.lifecycle', payload: object = {}) =>
      events.publish({ topic, type: 'device.changed', payload }),
    open: (
      settings: Partial<WebhookSettings> & { readonly url: string },
      more: Partial<WebhookEnvironment> = {},
    ): Promise<Webhook> =>
      openWebhook({
        core: { events },
        settings: {
          name: 'house',
          secret: SECRET,
          topics: ['*'],
          allowNetworks: ['127.0.0.1/32'],
          timeoutMs: 10_000,
          maxAgeMs: 3_600_000,
          ...settings,
        },
        positions,
        log: { debug: line, info: line, warn: line, error: line },
        environment: { ...environment, ...more },
        onTrouble: (trouble) => troubles.push(trouble),
      }),
  };
}
