import type { InterfaceProfile } from '../model/interfaces.js';
import type { Timings } from '../model/timings.js';
import type { Miss } from './pinger.js';

/**
 * Reason why a message of the CCU may not have arrived. These are no causes, because each happens without a loss:
 *
 * - A callback connection that opens or ends between two calls: CCUs open one for each delivery or several at once, and both ends
 *   close idle ones. A connection that is cut within a call is a cause.
 * - A jump of the CCU's clock: a CCU sends no event because of its clock, and no memory holds the events that it missed itself while
 *   it stood still. A restart of its daemon is a cause, and each jump of the own clock.
 * - A pong of another client that is missing in its rhythm: clients end, pause and ping only when they hear nothing. Own pings
 *   and the witness are as frequent.
 */
export type DoubtCause =
  | Miss
  /** A call of ours had no answer. */
  | 'call_failed'
  /** A call of the CCU arrived and could not be read or worked on. */
  | 'unreadable'
  /** This process or its clock stood still, or the clock was set. */
  | 'stalled'
  /** A daemon of the CCU has restarted. */
  | 'restarted'
  /** The interface was registered anew. */
  | 'registered'
  /** The logic layer received an event that never arrived here. */
  | 'event_missing';

/** Messages that the CCU sent after `since` may be lost. */
export interface Doubt {
  readonly cause: DoubtCause;
  /** Milliseconds since the Unix epoch of the last proof before, or of an earlier known loss. Undefined: no proof before. */
  readonly since: number | undefined;
  readonly number: number;
}

/** The doubts of one connection. The current one stands until everything that may be lost was read again after a proof. */
export interface Doubts {
  readonly current: Doubt | undefined;
  /** Number of doubts so far. */
  readonly raised: number;
  /** A proof followed all doubts up to this number. */
  readonly covered: number;
  /** Milliseconds since the Unix epoch of the last proof. */
  readonly provedAt: number | undefined;
  /** A known loss since then, and the number of its doubt. */
  readonly loss: { readonly since: number; readonly number: number } | undefined;
}

/** A connection that was never tried. */
export const NO_DOUBTS: Doubts = { current: undefined, raised: 0, covered: 0, provedAt: undefined, loss: undefined };

/** A link that was never proved has lost nothing that a client had. */
const reaching = (since: number | undefined, loss: Doubts['loss']): number | undefined =>
  since === undefined || loss === undefined ? since : Math.min(since, loss.since);

/** Raises a doubt. `since`: the time of a loss that is older than the last proof. */
export function raised(doubts: Doubts, cause: DoubtCause, since?: number): Doubts {
  const { current, provedAt } = doubts;
  const number = doubts.raised + 1;
  const loss = since === undefined ? doubts.loss : { since: Math.min(since, doubts.loss?.since ?? since), number };
  return {
    ...doubts,
    raised: number,
    loss,
    // The first cause explains the later ones, and the time of the last proof before counts for all of them.
    current: {
      cause: current?.cause ?? cause,
      since: reaching(current === undefined ? provedAt : current.since, loss),
      number,
    },
  };
}

/** Covers all doubts by events, which prove the way back by and large: values can be read again, and the last full proof stays. */
export function covered(doubts: Doubts): Doubts {
  return { ...doubts, covered: doubts.raised };
}

/** Covers all doubts by a full proof of the way back. `at`: milliseconds since the Unix epoch. */
export function proved(doubts: Doubts, at: number): Doubts {
  return { ...covered(doubts), provedAt: at };
}

/** Settles the doubt under which values were read again. A doubt that was raised later stands. */
export function settled(doubts: Doubts, doubt: Doubt, at: number): Doubts {
  const { current, provedAt } = doubts;
  if (current === undefined) return doubts;
  const loss = doubts.loss !== undefined && doubts.loss.number <= doubt.number ? undefined : doubts.loss;
  if (current.number !== doubt.number) {
    return { ...doubts, loss, current: { ...current, since: reaching(provedAt, loss) } };
  }
  // Clients learn from this doubt that everything until now may be lost.
  return { ...doubts, loss, current: undefined, provedAt: at };
}

/** True when a proof followed the current doubt: values that were read before it prove nothing. */
export function isCovered({ current, covered }: Doubts): boolean {
  return current !== undefined && current.number <= covered;
}

/** Evidence of the way back from the CCU. All times are of one steady clock. */
export interface Evidence {
  readonly lastHeardAt: number;
  readonly lastProvenAt: number;
  readonly registeredAt: number;
  /** Time of the next try of a ping, after the interface reported that it has none. */
  readonly pingFrom: number;
  readonly lastMiss: Miss | undefined;
}

/** Makes the evidence of a connection that was never tried. */
export function createEvidence(): Evidence {
  return {
    lastHeardAt: Number.NEGATIVE_INFINITY,
    lastProvenAt: Number.NEGATIVE_INFINITY,
    registeredAt: Number.POSITIVE_INFINITY,
    pingFrom: Number.NEGATIVE_INFINITY,
    lastMiss: undefined,
  };
}

/** True when the interface has a ping, as far as it is known. */
export function hasPing({ pingFrom }: Pick<Evidence, 'pingFrom'>, at: number): boolean {
  return at >= pingFrom;
}

/**
 * Silence after which a ping is sent: early enough to know within one check interval that the CCU is frozen, and within
 * half of it that a daemon has forgotten us.
 */
function quietLimitMs(profile: Pick<InterfaceProfile, 'forgetsClients'>, timings: Timings): number {
  const limit = timings.checkIntervalMs / (profile.forgetsClients ? 2 : 1) - timings.pongTimeoutMs;
  return Math.max(limit, timings.checkIntervalMs / 6);
}

/**
 * Milliseconds until the next ping. An interface that sends events is pinged as often as a silent one, because an event that
 * arrives does not prove the previous one. An interface that falls silent after events is pinged sooner.
 */
export function proofLeftMs(
  { lastHeardAt, lastProvenAt }: Pick<Evidence, 'lastHeardAt' | 'lastProvenAt'>,
  at: number,
  { profile, timings }: { readonly profile: Pick<InterfaceProfile, 'forgetsClients'>; readonly timings: Timings },
): number {
  const limit = quietLimitMs(profile, timings);
  const latest = lastProvenAt + limit;
  const fellSilent = Math.max(lastProvenAt + limit / 2, lastHeardAt + pauseMs(limit));
  return Math.max(0, (lastHeardAt > lastProvenAt ? Math.min(latest, fellSilent) : latest) - at);
}

/** Milliseconds that a connected link rests at most: events that arrive meanwhile may bring the next ping forward. */
export function longestRestMs(profile: Pick<InterfaceProfile, 'forgetsClients'>, timings: Timings): number {
  return Math.max(pauseMs(quietLimitMs(profile, timings)), SHORTEST_REST_MS);
}

const SHORTEST_REST_MS = 5;

const pauseMs = (limitMs: number): number => limitMs / 4;

/** True when an event of this registration and of the last minutes proves the way back; a ping with a fault proves the way there. */
export function eventsProve({ lastHeardAt, registeredAt }: Evidence, at: number, timings: Timings): boolean {
  return lastHeardAt >= registeredAt && at - lastHeardAt < timings.pingRetryMs;
}
