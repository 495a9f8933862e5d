import type { ConnectionState } from '../model/model.js';
import { EVENTS_FOR_PONG, EVENTS_WITHOUT_PONG, NO_PING, PING_REFUSED, READING_AGAIN, VALUES_UNREAD } from './notes.js';
import type { Wake } from './wakes.js';

/**
 * Where a registered link stands. `status` shows states and sentences to people; decisions follow from this alone.
 *
 * - `proved`: a ping came back, or where there is none, an event; nothing is in doubt
 * - `events_for_pong`: pings are refused, and events arrive
 * - `doubtful`: something may be lost, and is not read again yet
 * - `unread`: the same, and the last reading failed
 * - `events_without_pong`: events arrive, and a ping causes none
 * - `ping_refused`, `no_ping`: not proved, because no ping can be sent
 * - `unreachable`: calls are answered, and nothing arrives
 */
export type Standing =
  | 'proved'
  | 'events_for_pong'
  | 'doubtful'
  | 'unread'
  | 'events_without_pong'
  | 'ping_refused'
  | 'no_ping'
  | 'unreachable';

/** The state and the sentence that people see; that of `unreachable` names the address. */
export const SHOWN: Readonly<Record<Standing, { readonly state: ConnectionState; readonly note?: string }>> = {
  proved: { state: 'connected' },
  events_for_pong: { state: 'connected', note: EVENTS_FOR_PONG },
  doubtful: { state: 'suspect', note: READING_AGAIN },
  unread: { state: 'suspect', note: VALUES_UNREAD },
  events_without_pong: { state: 'suspect', note: EVENTS_WITHOUT_PONG },
  ping_refused: { state: 'suspect', note: PING_REFUSED },
  no_ping: { state: 'suspect', note: NO_PING },
  unreachable: { state: 'callback_unreachable' },
};

/** Standings in which the link is shown as connected. */
export const isConnected = (standing: Standing): boolean => SHOWN[standing].state === 'connected';

/** Standings that end with the first event that arrives. */
export const awaitsEvent = (standing: Standing): boolean =>
  standing === 'no_ping' || standing === 'ping_refused' || standing === 'unreachable';

/** What a registered link does after a rest. */
export type Step = 'register' | 'watch_calls' | 'try_ping' | 'recover' | 'check' | 'tend';

/** Decides the next step of a registered link. */
export function nextStep(input: {
  readonly standing: Standing;
  /** Why the rest ended. */
  readonly why: Wake;
  /** Whether the interface has a ping, as far as it was known before the rest, and after it. */
  readonly hadPing: boolean;
  readonly hasPing: boolean;
  readonly inDoubt: boolean;
  /** It is time for the next ping. */
  readonly isProofDue: boolean;
}): Step {
  const { standing, why } = input;
  if (why === 'renew') return 'register';
  if (!input.hasPing) return 'watch_calls';
  if (!input.hadPing) return 'try_ping';
  switch (standing) {
    case 'proved':
    case 'events_for_pong':
      return why === 'suspect' || input.inDoubt || input.isProofDue ? 'check' : 'tend';
    case 'doubtful':
    case 'unread':
      return 'check';
    case 'events_without_pong':
      return 'recover';
    case 'ping_refused':
    case 'no_ping':
    case 'unreachable':
      return why === 'heard' ? 'recover' : 'register';
  }
}
