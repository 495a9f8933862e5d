import { createAddressRules } from '../address/networks.js';
import type { Message } from '../formats/format.js';
import { formatOfSecret, webhookSecretFault } from '../formats/formats.js';
import { DeliveryFault, faultOf, timedOut } from './fault.js';
import { type Answer, post } from './post.js';
import { type Lookup, permittedAddresses } from './resolve.js';

/** Address of the receiver and secret of the signature. */
export interface ReceiverSettings {
  /** `http://` or `https://`, without user and password. */
  readonly url: string;
  /** In the form of one of the formats, such as `whsec_` and 24 to 64 bytes in base64. */
  readonly secret: string;
  /** Networks of this machine and of its link that requests may go to all the same, such as `127.0.0.1/32`. */
  readonly allowNetworks: readonly string[];
  /** Milliseconds until the answer must be there. */
  readonly timeoutMs: number;
  /** Authorities to trust instead of those the system knows, as PEM text. */
  readonly ca?: string | undefined;
}

/** Time, and the way to addresses. */
export interface SenderEnvironment {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after that time, or when it is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** All addresses of a name. */
  readonly lookup: Lookup;
}

/** Result of an attempt. */
export type Attempt =
  | { readonly taken: true; readonly status: number }
  | {
      readonly taken: false;
      readonly fault: DeliveryFault;
      readonly status?: number;
      /** This delivery will never be taken. */
      readonly forGood: boolean;
      /** Milliseconds that the receiver asks to be left alone for. */
      readonly retryAfterMs?: number;
    };

/** Makes attempts to deliver. */
export interface Sender {
  attempt(message: Message, signal: AbortSignal): Promise<Attempt>;
}

/** Answers about the content, so that sending it again is no use. */
const FOR_GOOD = [400, 413, 422];
const RETRY_AFTER_MAX_S = 3_600;

/** Throws `RangeError` where the secret or a network cannot be read. */
export function createSender(settings: ReceiverSettings, environment: SenderEnvironment): Sender {
  const rules = createAddressRules(settings.allowNetworks);
  const signing = formatOfSecret(settings.secret);
  if (signing === undefined) throw new RangeError(`secret of a webhook: ${webhookSecretFault(settings.secret)}`);
  const { format, key } = signing;
  return {
    async attempt(message, signal) {
      try {
        return judge(await inTime(settings, environment, signal, (end) => send(message, end)), environment.now());
      } catch (error) {
        return { taken: false, fault: faultOf(error), forGood: false };
      }
    },
  };

  async function send(message: Message, signal: AbortSignal): Promise<Answer> {
    const url = new URL(settings.url);
    const addresses = await permittedAddresses(url, rules, lookupUntil(signal));
    const timestamp = Math.floor(environment.now() / 1000);
    const body = format.bodyOf(message);
    const headers = {
      'content-type': format.contentType,
      'user-agent': 'ccu-gateway',
      ...format.headersOf({ id: message.id, timestamp, body }, key),
    };
    return await post({ url, addresses, headers, body, ca: settings.ca, signal });
  }

  /** The system goes on with a look-up that has no answer in time; nothing waits for it. */
  function lookupUntil(signal: AbortSignal): Lookup {
    return (host) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        environment.lookup(host).then(resolve, reject);
      });
  }
}

/** Ends it when the time is over. An answer without its end counts: its head has decided by then. */
async function inTime<T>(
  { timeoutMs }: Pick<ReceiverSettings, 'timeoutMs'>,
  { wait }: SenderEnvironment,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const late = new AbortController();
  void wait(timeoutMs, done.signal).then(() => late.abort());
  try {
    return await run(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    throw late.signal.aborted ? timedOut() : error;
  } finally {
    done.abort();
  }
}

function judge(answer: Answer, now: number): Attempt {
  const { status } = answer;
  if (status >= 200 && status < 300) return { taken: true, status };
  const seconds = Math.min(secondsAsked(answer, now), RETRY_AFTER_MAX_S);
  return {
    taken: false,
    status,
    fault: refusal(status),
    forGood: FOR_GOOD.includes(status),
    ...(seconds === 0 ? {} : { retryAfterMs: seconds * 1000 }),
  };
}

/** Seconds of any length, or a date of HTTP, which counts from the date of the answer; 0 where it is neither. */
function secondsAsked({ retryAfter = '', date = '' }: Answer, now: number): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  if (!/\d\d:\d\d:\d\d GMT$/.test(retryAfter)) return 0;
  const from = Date.parse(date);
  const ms = Date.parse(retryAfter) - (Number.isNaN(from) ? now : from);
  return ms > 0 ? Math.ceil(ms / 1000) : 0;
}

function refusal(status: number): DeliveryFault {
  if (status >= 300 && status < 400) {
    return new DeliveryFault('redirect', `the receiver redirects (${status}), which is not followed: set its new URL`);
  }
  return new DeliveryFault('refused', `the receiver answered ${status}`);
}
