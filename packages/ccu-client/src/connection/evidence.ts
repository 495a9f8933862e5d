import type { InterfaceProfile } from '../model/interfaces.js';
import type { Timings } from '../model/timings.js';
import type { Miss } from './pinger.js';

/** What is known of the way back from the CCU. Every moment is of one steady clock. */
export interface Evidence {
  readonly lastHeardAt: number;
  readonly lastProvenAt: number;
  readonly registeredAt: number;
  /** When a ping is worth a try again, where the interface said that it has none. */
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

/** Whether the interface has a ping, as far as it is known. */
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
 * How long from now on until the next ping. An interface that talks is pinged as often as a silent one, because an event that
 * arrives does not prove the one before; one that falls silent after it talked is pinged sooner.
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

/** How long a connected link rests at most: events that arrive meanwhile may bring the next ping forward. */
export function longestRestMs(profile: Pick<InterfaceProfile, 'forgetsClients'>, timings: Timings): number {
  return Math.max(pauseMs(quietLimitMs(profile, timings)), SHORTEST_REST_MS);
}

const SHORTEST_REST_MS = 5;

const pauseMs = (limitMs: number): number => limitMs / 4;

/** A ping that is answered with a fault proves the way there; the way back, an event of the last minutes. */
export function eventsProve({ lastHeardAt, registeredAt }: Evidence, at: number, timings: Timings): boolean {
  return lastHeardAt >= registeredAt && at - lastHeardAt < timings.pingRetryMs;
}
