import type { Principal } from '@ccu-gateway/auth-core';
import { GatewayError } from '@ccu-gateway/gateway-core';

/** Of WebSockets and streams of server-sent events (events and log) together. */
export interface ConnectionLimits {
  /** Open ones of one principal. Default 64. */
  readonly socketsPerPrincipal: number;
  /** Open ones in all. Default 1024. */
  readonly sockets: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { socketsPerPrincipal: 64, sockets: 1_024 };

/** Holder of a slot, by principal and credential. */
type Holder = Pick<Principal, 'key' | 'credentialId'>;

export interface ConnectionCounter {
  /** Takes a slot, or returns undefined when none is free. The returned function releases it; once. */
  take(principal: Holder): (() => void) | undefined;
  /** Open ones that were opened with this credential. */
  openedWith(credentialId: string): number;
  /** Other limits for new sockets; an open socket keeps its slot. */
  limit(limits: ConnectionLimits): void;
}

export function createConnectionCounter(initial: ConnectionLimits): ConnectionCounter {
  let limits = initial;
  const byPrincipal = new Map<string, number>();
  const byCredential = new Map<string, number>();
  let all = 0;

  return {
    limit(wanted) {
      limits = wanted;
    },
    openedWith: (credentialId) => byCredential.get(credentialId) ?? 0,
    take({ key, credentialId }) {
      const own = byPrincipal.get(key) ?? 0;
      if (all >= limits.sockets || own >= limits.socketsPerPrincipal) return undefined;
      all++;
      change(byPrincipal, key, 1);
      change(byCredential, credentialId, 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        all--;
        change(byPrincipal, key, -1);
        change(byCredential, credentialId, -1);
      };
    },
  };
}

function change(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/** The same, with the refusal thrown. */
export function takePlace(connections: Pick<ConnectionCounter, 'take'>, principal: Holder): () => void {
  const release = connections.take(principal);
  if (release !== undefined) return release;
  throw new GatewayError('rate_limited', 'There are too many connections open', {
    reason: 'too_many_connections',
    retryAfterSeconds: 5,
  });
}
