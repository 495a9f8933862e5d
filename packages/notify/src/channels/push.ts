/// <reference path="./http-ece.d.ts" />
import { createECDH } from 'node:crypto';
import {
  type Attempt,
  createRequests,
  DeliveryFault,
  faultOf,
  type OutgoingRequest,
  type SenderEnvironment,
} from '@ccu-gateway/webhook-bridge/requests';
import { encrypt } from 'http_ece';
import type { PushDevice, PushDevices } from '../push/devices.js';
import type { Level, Note } from '../texts/note.js';
import type { Channel } from './port.js';
import type { ChannelSettings } from './settings.js';

/** Devices of people, and the accounts behind them. */
export interface PushSenders {
  readonly devices: PushDevices;
  /** Removes the devices of accounts that have ended. Never rejects. */
  review(): Promise<void>;
  /** Dangers and faults that need attention now: the number at the icon of the app. */
  badge(): number;
}

/** Push messages of one channel. */
interface Push {
  /** The devices that the channel sends to now. */
  devices(): readonly PushDevice[];
  toDevice(id: string): Channel;
  /** To all of them at once, for a test. */
  readonly toAll: Channel;
}

/** Time for which a push service keeps a message for a phone that is off. */
const TTL_S = '86400';
const URGENCIES: Readonly<Record<Level, string>> = { danger: 'high', attention: 'normal', info: 'low' };
/** Push services take 4096 bytes with the encryption around them. */
const TEXT_BYTES = 2_400;
/** Answers about a subscription that has ended (RFC 8030). */
const ENDED = [404, 410];

/**
 * Push messages to the devices that people turned push on for. Throws `RangeError` where a network cannot be read. Without `senders`
 * every message is refused.
 */
export function createPush(
  settings: ChannelSettings,
  environment: SenderEnvironment,
  senders: PushSenders | undefined,
): Push {
  const requests = createRequests({ ...settings, onlyPublic: true }, environment);
  const users = (settings.to ?? '').split(',').map((each) => each.trim().toLowerCase());
  const isForAll = users.join('') === '';
  const devices = () =>
    senders?.devices.all().filter(({ user }) => isForAll || users.includes(user.toLowerCase())) ?? [];

  async function send(id: string, note: Note, signal: AbortSignal): Promise<Attempt> {
    if (senders === undefined) return refused('the devices of people cannot be read: see the log of the gateway');
    await senders.review();
    const device = senders.devices.all().find((each) => each.id === id);
    if (device === undefined) return ended();
    const authorization = await senders.devices.authorization(device.endpoint, environment.now());
    const make = () => requestTo(device, note, { authorization, badge: senders.badge() });
    const attempt = await requests.attempt(device.endpoint, make, signal);
    if (attempt.taken || !ENDED.includes(attempt.status ?? 0)) return attempt;
    // It stays where it cannot be removed, and the next message tries again.
    await senders.devices.remove(({ endpoint }) => endpoint === device.endpoint).catch(() => []);
    return { ...ended(), ...(attempt.status === undefined ? {} : { status: attempt.status }) };
  }

  const toDevice = (id: string): Channel => ({
    deliver: (note, signal) =>
      send(id, note, signal).catch((error: unknown) => ({ taken: false, fault: faultOf(error), forGood: false })),
  });

  return {
    devices,
    toDevice,
    toAll: {
      async deliver(note, signal) {
        await senders?.review();
        const all = devices();
        if (all.length === 0) return refused(NO_DEVICE);
        const attempts = await Promise.all(all.map(({ id }) => toDevice(id).deliver(note, signal)));
        return attempts.find(({ taken }) => !taken) ?? attempts[0] ?? refused(NO_DEVICE);
      },
    },
  };
}

/** Reason of a message without a receiver. */
export const NO_DEVICE = 'no device takes push messages: turn them on at the page Messages of a phone or browser';

const refused = (reason: string): Attempt => ({
  ...{ taken: false, fault: new DeliveryFault('refused', reason), forGood: false },
});

const ended = (): Attempt => ({
  ...{ taken: false, fault: new DeliveryFault('refused', 'the device takes push messages no more'), forGood: true },
});

/** The message for the service worker of the web UI, encrypted for one device alone (RFC 8291). */
function requestTo(
  { endpoint: url, p256dh: dh, auth: authSecret, language }: PushDevice,
  { id, title, text, level, page }: Note,
  { authorization, badge }: { readonly authorization: string; readonly badge: number },
): OutgoingRequest {
  const content = { id, title, text: withinBytes(text), level, page, language, badge };
  const privateKey = createECDH('prime256v1');
  // Each message has a key pair of its own.
  privateKey.generateKeys();
  return {
    url,
    headers: {
      // Of two messages with one topic that wait for a phone, the later one stays: a message that is sent again shows once.
      ...{ authorization, ttl: TTL_S, urgency: URGENCIES[level], topic: id },
      ...{ 'content-type': 'application/octet-stream', 'content-encoding': 'aes128gcm' },
    },
    body: encrypt(Buffer.from(JSON.stringify(content)), { version: 'aes128gcm', privateKey, dh, authSecret }),
  };
}

/** As much of a text as a push service takes. */
function withinBytes(text: string): string {
  let kept = text.slice(0, TEXT_BYTES);
  // In JSON a character has up to six bytes.
  while (Buffer.byteLength(JSON.stringify(kept)) > TEXT_BYTES) kept = kept.slice(0, Math.floor(kept.length * 0.8));
  return kept.length < text.length ? `${kept}…` : kept;
}
