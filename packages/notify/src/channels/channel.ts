import {
  type Attempt,
  createRequests,
  DeliveryFault,
  type SenderEnvironment,
} from '@ccu-gateway/webhook-bridge/requests';
import { channelFaults } from '../settings/channels.js';
import { createEmail } from './email.js';
import { HTTP_KINDS } from './kinds.js';
import { createMqtt, type MessageBrokers } from './mqtt.js';
import type { Channel } from './port.js';
import { createPush, type PushSenders } from './push.js';
import type { ChannelSettings } from './settings.js';

/** Ways of the kinds of channels that have no address of a service. */
export interface Senders {
  readonly push?: PushSenders | undefined;
  readonly mqtt?: MessageBrokers | undefined;
}

/**
 * Throws `RangeError` where the settings cannot be used. A channel of kind `push` sends to all its devices at once.
 */
export function createChannel(settings: ChannelSettings, environment: SenderEnvironment, senders: Senders): Channel {
  const [fault] = channelFaults(settings);
  if (fault !== undefined) throw new RangeError(`channel ${settings.name}: ${fault.member} ${fault.reason}`);
  if (settings.kind === 'push') return createPush(settings, environment, senders.push).toAll;
  if (settings.kind === 'mqtt') return createMqtt(settings, environment, senders.mqtt);
  const { url = '' } = settings;
  const requests = createRequests(settings, environment);
  if (settings.kind === 'email') return createEmail({ ...settings, url }, requests);
  const kind = HTTP_KINDS[settings.kind];
  return {
    async deliver(note, signal) {
      const make = () => withAgent(kind.requestOf({ ...settings, url }, note));
      const attempt = await requests.attempt(url, make, signal);
      return kind.judge === undefined ? attempt : judged(attempt, kind.judge);
    },
  };
}

/** Services that answer in JSON whether they took it, and when to ask again. */
function judged(
  attempt: Attempt,
  judge: (answer: object) => { readonly taken: boolean; readonly retryAfterS?: number },
) {
  const { text = '' } = attempt as { readonly text?: string };
  const { taken, retryAfterS = 0 } = judge(readJson(text));
  const retry = retryAfterS > 0 ? { retryAfterMs: Math.min(retryAfterS, 3_600) * 1_000 } : {};
  if (!attempt.taken) return { ...attempt, ...retry };
  if (taken) return attempt;
  const fault = new DeliveryFault('refused', 'the receiver answered that it did not take the message');
  return { taken: false as const, status: attempt.status, fault, forGood: false, ...retry };
}

function readJson(text: string): object {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

function withAgent<Request extends { readonly headers: Readonly<Record<string, string>> }>(request: Request): Request {
  return { ...request, headers: { 'user-agent': 'ccu-gateway', ...request.headers } };
}
