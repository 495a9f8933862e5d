import { GatewayError } from '@ccu-gateway/gateway-core';

/** Of WebSockets and streams of server-sent events (events and log) together. */
export interface ConnectionLimits {
  /** Open ones of one principal. Default 64. */
  readonly socketsPerPrincipal: number;
  /** Open ones in all. Default 1024. */
  readonly sockets: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = { socketsPerPrincipal: 64, sockets: 1_024 };

export interface ConnectionCounter {
  /** Takes a place, or answers undefined when there is none. The answer gives the place back; once. */
  take(principalKey: string): (() => void) | undefined;
  /** Other limits for new sockets; a socket that has a place keeps it. */
  limit(limits: ConnectionLimits): void;
}

export function createConnectionCounter(initial: ConnectionLimits): ConnectionCounter {
  let limits = initial;
  const byPrincipal = new Map<string, number>();
  let all = 0;

  return {
    limit(wanted) {
      limits = wanted;
    },
    take(principalKey) {
      const own = byPrincipal.get(principalKey) ?? 0;
      if (all >= limits.sockets || own >= limits.socketsPerPrincipal) return undefined;
      all++;
      byPrincipal.set(principalKey, own + 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        all--;
        const left = (byPrincipal.get(principalKey) ?? 1) - 1;
        if (left === 0) byPrincipal.delete(principalKey);
        else byPrincipal.set(principalKey, left);
      };
    },
  };
}

/** The same, with the refusal thrown. */
export function takePlace(connections: ConnectionCounter, principalKey: string): () => void {
  const release = connections.take(principalKey);
  if (release !== undefined) return release;
  throw new GatewayError('rate_limited', 'There are too many connections open', {
    reason: 'too_many_connections',
    retryAfterSeconds: 5,
  });
}
