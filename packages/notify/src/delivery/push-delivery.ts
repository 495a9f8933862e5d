import { createPush, NO_DEVICE } from '../channels/push.js';
import type { ChannelSettings } from '../channels/settings.js';
import type { Message } from '../rules/message.js';
import { noteOf } from '../texts/note.js';
import type { Delivery, DeliveryParts } from './delivery.js';
import { type ChannelStatus, createOutbox, type LostMessage, type Outbox, RECENT } from './outbox.js';

/** Later messages than these push out earlier ones: a phone that was off for a day needs no hundred. */
const MOST_WAITING = 20;
const NONE = { delivered: 0, failedAttempts: 0, lost: 0 };

type Counts = Pick<ChannelStatus, keyof typeof NONE>;

/**
 * Push messages: each device has a queue of its own, so that none waits for another one, and a restart sends nothing again to a
 * device that has it.
 */
export function createPushDelivery(settings: ChannelSettings, parts: DeliveryParts): Delivery {
  const { name, kind } = settings;
  const prefix = `${name}/`;
  const push = createPush(settings, parts.environment, parts.senders.push);
  const queues = new Map<string, Outbox>();
  /** Of devices that are no more, and of messages without a device. */
  let past: Counts = NONE;
  let lost: readonly LostMessage[] = [];

  function queueOf(id: string, language: ChannelSettings['language'], waiting: readonly Message[] = []): Outbox {
    const known = queues.get(id);
    if (known !== undefined) return known;
    const channel = push.toDevice(id);
    const queue = createOutbox({ ...parts, settings: { name, kind, language }, channel, waiting, most: MOST_WAITING });
    queues.set(id, queue);
    return queue;
  }

  function lose(message: Message): void {
    const { title } = noteOf(message, settings.language);
    past = { ...past, lost: past.lost + 1 };
    lost = [{ at: parts.now(), title, reason: NO_DEVICE }, ...lost].slice(0, RECENT);
    parts.onLost(NO_DEVICE);
  }

  /** A device that is no more keeps its figures, and its queue only until that is empty. */
  function forget(): void {
    const there = new Set(push.devices().map(({ id }) => id));
    for (const [id, queue] of queues) {
      if (there.has(id) || queue.waiting.length > 0) continue;
      const status = queue.status();
      past = sum([past, status]);
      lost = [...status.recentLost, ...lost].slice(0, RECENT);
      queues.delete(id);
    }
  }

  for (const [key, waiting] of Object.entries(parts.kept)) {
    if (!key.startsWith(prefix)) continue;
    const id = key.slice(prefix.length);
    const language = push.devices().find((device) => device.id === id)?.language ?? settings.language;
    queueOf(id, language, waiting);
  }

  return {
    add(message) {
      forget();
      const devices = push.devices();
      if (devices.length === 0) lose(message);
      for (const { id, language } of devices) queueOf(id, language).add(message);
    },
    pump: async () => void (await Promise.all([...queues.values()].map((queue) => queue.pump()))),
    hurry() {
      for (const queue of queues.values()) queue.hurry();
    },
    waiting: () => Object.fromEntries([...queues].map(([id, queue]) => [`${prefix}${id}`, queue.waiting])),
    status() {
      forget();
      const all = [...queues.values()].map((queue) => queue.status());
      return {
        name,
        kind,
        ...together(all, { past, lost }),
        ...(push.devices().length === 0 ? { fault: WITHOUT_DEVICE } : {}),
      };
    },
  };
}

const WITHOUT_DEVICE = { kind: 'refused', message: NO_DEVICE } as const;

function sum(all: readonly Counts[]): Counts {
  const of = (member: keyof Counts) => all.reduce((total, each) => total + each[member], 0);
  return { delivered: of('delivered'), failedAttempts: of('failedAttempts'), lost: of('lost') };
}

/** The state of several queues as that of one channel. */
function together(
  all: readonly ChannelStatus[],
  { past, lost }: { readonly past: Counts; readonly lost: readonly LostMessage[] },
): Omit<ChannelStatus, 'name' | 'kind'> {
  const times = (member: 'nextAttemptAt' | 'lastDeliveryAt') =>
    all.map((each) => each[member]).filter((at) => at !== undefined);
  const [next, last] = [times('nextAttemptAt'), times('lastDeliveryAt')];
  const { fault } = all.find((each) => each.fault !== undefined) ?? {};
  const states = all.map(({ state }) => state);
  return {
    state: (['delivering', 'waiting'] as const).find((state) => states.includes(state)) ?? 'idle',
    ...(next.length === 0 ? {} : { nextAttemptAt: Math.min(...next) }),
    ...(last.length === 0 ? {} : { lastDeliveryAt: Math.max(...last) }),
    ...(fault === undefined ? {} : { fault }),
    ...sum([past, ...all]),
    waiting: all.reduce((total, each) => total + each.waiting, 0),
    recentLost: [...all.flatMap(({ recentLost }) => recentLost), ...lost].sort((a, b) => b.at - a.at).slice(0, RECENT),
  };
}
