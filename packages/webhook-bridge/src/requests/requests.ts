import type { LookupAddress } from 'node:dns';
import { createAddressRules } from '../address/networks.js';
import { DeliveryFault, faultOf, timedOut } from './fault.js';
import { type Answer, post } from './post.js';
import { type Lookup, permittedAddresses } from './resolve.js';

/** Where requests may go, and how long an answer may take. */
export interface RequestSettings {
  /** Networks of this machine and of its link that requests may go to all the same, such as `127.0.0.1/32`. */
  readonly allowNetworks: readonly string[];
  /** Also refuses addresses of private networks, for URLs of callers without a right to the network of the gateway. */
  readonly onlyPublic?: boolean;
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

/** One `POST`. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Reads up to 64 KiB of the answer, for receivers that refuse in its text. */
  readonly readsText?: boolean;
}

/** Result of an attempt. */
export type Attempt =
  | { readonly taken: true; readonly status?: number; readonly text?: string }
  | {
      readonly taken: false;
      readonly fault: DeliveryFault;
      readonly status?: number;
      readonly text?: string;
      /** This delivery will never be taken. */
      readonly forGood: boolean;
      /** Milliseconds that the receiver asks to be left alone for. */
      readonly retryAfterMs?: number;
    };

/** Makes requests to receivers that people named. */
export interface Requests {
  /** `make` is called when the address is known. Never rejects. */
  attempt(url: string, make: () => OutgoingRequest, signal: AbortSignal): Promise<Attempt>;
  /** Work of another protocol at the judged addresses of a URL, until the time is over. Rejects with a `DeliveryFault`. */
  connect<T>(url: string, work: Work<T>, signal: AbortSignal): Promise<T>;
}

/** Work at addresses that connections may go to. `signal` ends it. */
type Work<T> = (addresses: readonly LookupAddress[], signal: AbortSignal) => Promise<T>;

/** Answers about the content, so that sending it again is no use. */
const FOR_GOOD = [400, 413, 422];
const RETRY_AFTER_MAX_S = 3_600;

/**
 * Requests to judged addresses only: each on a connection of its own, without redirects and proxies, and bounded in time
 * and answer. Throws `RangeError` where a network cannot be read.
 *
 * @example
 * const requests = createRequests({ allowNetworks: [], timeoutMs: 10_000 }, environment);
 * const { taken } = await requests.attempt(url, () => ({ url, headers: {}, body: '{}' }), signal);
 */
export function createRequests(settings: RequestSettings, environment: SenderEnvironment): Requests {
  const rules = createAddressRules(settings.allowNetworks, { onlyPublic: settings.onlyPublic === true });

  async function connect<T>(url: string, work: Work<T>, signal: AbortSignal): Promise<T> {
    try {
      return await inTime(settings, environment, signal, async (end) =>
        work(await permittedAddresses(new URL(url), rules, lookupUntil(end)), end),
      );
    } catch (error) {
      throw faultOf(error);
    }
  }

  /** The system goes on with a look-up that has no answer in time; nothing waits for it. */
  function lookupUntil(signal: AbortSignal): Lookup {
    return (host) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        environment.lookup(host).then(resolve, reject);
      });
  }

  return {
    async attempt(url, make, signal) {
      const send: Work<Answer> = (addresses, end) => {
        const request = make();
        return post({ ...request, url: new URL(request.url), addresses, ca: settings.ca, signal: end });
      };
      try {
        return judge(await connect(url, send, signal), environment.now());
      } catch (error) {
        return { taken: false, fault: faultOf(error), forGood: false };
      }
    },
    connect,
  };
}

/** Ends it when the time is over. An answer without its end counts: its head has decided by then. */
async function inTime<T>(
  { timeoutMs }: Pick<RequestSettings, 'timeoutMs'>,
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
  const { status, text } = answer;
  const read = text === undefined ? {} : { text };
  if (status >= 200 && status < 300) return { taken: true, status, ...read };
  const seconds = Math.min(secondsAsked(answer, now), RETRY_AFTER_MAX_S);
  return {
    taken: false,
    status,
    ...read,
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
