import type { InterfaceProfile } from '../model/interfaces.js';
import type { Timings } from '../model/timings.js';
import type { PingOutcome } from './pinger.js';

/** How a ping did not prove the way back. */
export type Miss = Exclude<PingOutcome['kind'], 'proved'>;

/** What is known of the way back from the CCU. Every moment is of one steady clock. */
export interface Evidence {
  lastHeardAt: number;
  lastProvenAt: number;
  registeredAt: number;
  /** When a ping is worth a try again, where the interface said that it has none. */
  pingFrom: number;
  lastMiss: Miss | undefined;
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

/** How long the interface may stay silent from now on before it is pinged. */
export function quietLeftMs(
  { lastHeardAt, lastProvenAt }: Evidence,
  at: number,
  { profile, timings }: { readonly profile: Pick<InterfaceProfile, 'forgetsClients'>; readonly timings: Timings },
): number {
  return Math.max(0, Math.max(lastHeardAt, lastProvenAt) + quietLimitMs(profile, timings) - at);
}

/** A ping that is answered with a fault proves the way there; the way back, an event of the last minutes. */
export function eventsProve({ lastHeardAt, registeredAt }: Evidence, at: number, timings: Timings): boolean {
  return lastHeardAt >= registeredAt && at - lastHeardAt < timings.pingRetryMs;
}
