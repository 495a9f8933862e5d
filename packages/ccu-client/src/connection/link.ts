import type { CcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { ConnectionState } from '../model/model.js';
import type { Timings } from '../model/timings.js';
import { createEvidence, type Doubt, type DoubtCause, type Doubts, type Evidence, NO_DOUBTS } from './doubts.js';
import type { Miss, PingOutcome } from './pinger.js';

/** The state of a link. In each one but the first and the last, the link waits for exactly one piece of work or one timer. */
export type State =
  /** The link was not started. */
  | { readonly at: 'idle' }
  /** The pause between two attempts. `shown` and `cause` are of the failure before. */
  | { readonly at: 'pausing'; readonly shown: 'disconnected' | 'booting'; readonly cause: Cause }
  /** A call finds out that the interface answers. */
  | { readonly at: 'probing' }
  /** The CCU is not ready; it is asked for a process behind this interface. */
  | { readonly at: 'finding'; readonly error: CcuError }
  /** The CCU has just started. */
  | { readonly at: 'warming_up' }
  /** `isQuiet`: nothing arrived here before, and this stays shown. */
  | { readonly at: 'registering'; readonly isAgain: boolean; readonly isQuiet: boolean }
  /** A ping is under way. */
  | { readonly at: 'proving'; readonly errand: Errand; readonly triesLeft: number }
  /** Devices and values are read after a registration. Without a doubt that a proof covers, this settles none. */
  | { readonly at: 'loading'; readonly errand: Errand; readonly doubt: Doubt | undefined }
  /** Devices and values are read again, because of this doubt. */
  | { readonly at: 'rereading'; readonly errand: Errand; readonly doubt: Doubt }
  /** An interface without a ping is called. */
  | { readonly at: 'calling' }
  /** The link is registered and waits for its next check. `woken`: the reason that ends this wait in this turn. */
  | {
      readonly at: 'resting';
      readonly hadPing: boolean;
      readonly hears: readonly Wish[];
      readonly woken: Wish | undefined;
    }
  | { readonly at: 'stopped' };

/** The reason for a ping, and with it the next step when the ping proves nothing. */
export type Errand =
  | {
      readonly is: 'registration';
      readonly isQuiet: boolean;
      /** The ping before the first reading, which can hang. */
      readonly isFirst: boolean;
      readonly mustLoad: boolean;
      readonly heardBefore: number;
    }
  | { readonly is: 'check'; readonly mustLoad: false; readonly heardBefore: number }
  /** `talked`: events arrived before, and pings caused none. */
  | { readonly is: 'recovery'; readonly mustLoad: boolean; readonly heardBefore: number; readonly talked: boolean }
  /** The first ping of an interface that had none, or no ping at all. */
  | { readonly is: 'trial'; readonly mustLoad: false };

/**
 * Standing of a registered link, as people see it.
 *
 * - `proved`: a ping came back, or where there is none, an event; nothing is in doubt
 * - `events_for_pong`: pings are refused, and events arrive
 * - `doubtful`: something may be lost, and is not read again yet
 * - `unread`: the same, and the last reading failed
 * - `unanswered`, `refused`, `silent`: a ping proved nothing, and another one follows at once
 * - `events_without_pong`: events arrive, and a ping causes none
 * - `ping_refused`, `no_ping`: not proved, because no ping can be sent
 * - `unreachable`: calls are answered, and nothing arrives
 */
export type Standing =
  | 'proved'
  | 'events_for_pong'
  | 'doubtful'
  | 'unread'
  | Miss
  | 'events_without_pong'
  | 'ping_refused'
  | 'no_ping'
  | 'unreachable';

/** The cause of a state as data. Only `status.ts` turns it into a sentence for people. */
export type Cause = CcuError | 'absent' | 'warming_up' | Exclude<Standing, 'proved'>;

/** Events and wishes from outside. Each may come in any state. */
export type Wish = 'heard' | 'suspect' | 'doubt' | 'renew' | 'look';

/** Everything that happens to a link. */
export type Input =
  | { readonly is: 'start' | 'stop' }
  /** Something arrived from the CCU. */
  | { readonly is: 'heard' }
  /** A peer hangs up, or a call takes long. */
  | { readonly is: 'suspect' }
  /** `since`: the time of the loss, where it is older than the last proof. */
  | { readonly is: 'doubt'; readonly cause: DoubtCause; readonly since?: number }
  /** A wish for a new registration. */
  | { readonly is: 'renew' }
  /** There is something to tend. */
  | { readonly is: 'look' }
  /** The timer of `wait` ran out, or the turn of `wake` ended. */
  | { readonly is: 'waited' }
  /** The interface answered the call of `probe`. */
  | { readonly is: 'answered' }
  | { readonly is: 'found'; readonly isAbsent: boolean }
  /** The callback address is fixed; from now on events are of this registration. */
  | { readonly is: 'announced' }
  | { readonly is: 'registered' }
  | { readonly is: 'pinged'; readonly outcome: PingOutcome | { readonly kind: 'unsupported' } }
  | { readonly is: 'read'; readonly reading: Reading }
  /** The work under way failed. */
  | { readonly is: 'failed'; readonly error: CcuError };

/**
 * The outcome of reading values. `later`: they cannot be read in bulk here and now, and the link does not wait for them; clients
 * learn of it. `failed`: they could not be read, and the next attempt may succeed.
 */
export type Reading = 'read' | 'later' | 'failed';

/** The end of a doubt: events since then that are no states may be lost, and states too where they were not read. */
export interface Loss {
  readonly cause: DoubtCause;
  readonly since: number;
  readonly statesRead: boolean;
}

/** One thing at a time that a link waits for. Each replaces the previous timer. */
export type Work =
  | { readonly do: 'wait'; readonly ms: number }
  /** Waits until the end of this turn: a stronger wish may follow in it. */
  | { readonly do: 'wake' }
  | { readonly do: 'probe' }
  | { readonly do: 'find_process'; readonly notReadyMs: number }
  | { readonly do: 'register' | 'ping' | 'load' | 'reread' }
  /** Nothing follows. */
  | { readonly do: 'cease' };

/** Effect of a transition, for the supervisor to carry out. */
export type Effect =
  | { readonly do: 'show'; readonly state: ConnectionState; readonly cause?: Cause }
  | { readonly do: 'measure'; readonly pingMs: number }
  | { readonly do: 'report_loss'; readonly loss: Loss }
  /** Side tasks beside the checks: when they are due, or now. */
  | { readonly do: 'tend'; readonly when: 'due' | 'now' }
  | Work;

/** The state of a link, and its memory. */
export interface Link {
  readonly state: State;
  /** Undefined until the link is registered, and while it is registered anew. */
  readonly standing: Standing | undefined;
  readonly evidence: Evidence;
  readonly doubts: Doubts;
  /** Pauses since the link was connected; each is longer than the one before. */
  readonly retries: number;
  /** Readings in a row that follow each other: their pauses grow too, so that they do not keep the logic layer busy. */
  readonly rereads: number;
  /** Earliest time at which everything may be read again. */
  readonly rereadAt: number;
  /** True when the last reading failed. */
  readonly isUnread: boolean;
  /** Time since which the CCU answers "not ready". */
  readonly notReadySince: number | undefined;
  /** True when the CCU was still starting as it was last asked for a process. */
  readonly wasBooting: boolean;
  /** A wish that came while no rest was there to end. */
  readonly wish: Wish | undefined;
}

/** The present moment, as far as a transition depends on it. */
export interface Moment {
  /** Milliseconds of a clock that never goes back. */
  readonly at: number;
  /** Milliseconds since the Unix epoch, for clients. */
  readonly clock: number;
  /** In [0, 1), for pauses that differ between gateways. */
  readonly random: number;
}

/** The rules of one interface. */
export interface Rules {
  readonly profile: Pick<InterfaceProfile, 'forgetsClients'>;
  readonly timings: Timings;
}

/** A link that was not started. */
export const NEW_LINK: Link = {
  state: { at: 'idle' },
  standing: undefined,
  evidence: createEvidence(),
  doubts: NO_DOUBTS,
  retries: 0,
  rereads: 0,
  rereadAt: Number.NEGATIVE_INFINITY,
  isUnread: false,
  notReadySince: undefined,
  wasBooting: false,
  wish: undefined,
};

/** The connection state that people see of a standing. */
export const SHOWN: Readonly<Record<Standing, ConnectionState>> = {
  proved: 'connected',
  events_for_pong: 'connected',
  doubtful: 'suspect',
  unread: 'suspect',
  unanswered: 'suspect',
  refused: 'suspect',
  silent: 'suspect',
  events_without_pong: 'suspect',
  ping_refused: 'suspect',
  no_ping: 'suspect',
  unreachable: 'callback_unreachable',
};

/** True when the link is shown as connected. */
export const isConnected = (standing: Standing | undefined): boolean =>
  standing !== undefined && SHOWN[standing] === 'connected';
