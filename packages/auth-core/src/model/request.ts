/** A request as it came off the wire. Nothing in it may have been decoded, joined or normalised by a framework. */
export interface RequestDescription {
  readonly method: string;
  /** The raw request target of the request line, for example `/api/v1/devices?page=2` or an absolute form. */
  readonly target: string;
  /** Names and values alternating, duplicates kept (`IncomingMessage.rawHeaders`). */
  readonly rawHeaders: readonly string[];
  /** `socket.remoteAddress`; never an address that a header claims. */
  readonly peerAddress: string;
  /** A WebSocket upgrade: the stricter origin rule applies and no CSRF token is asked for. */
  readonly isUpgrade?: boolean;
  /** Travels into the audit log. */
  readonly requestId?: string;
}

/** Facts about a request that the pipeline found. */
export interface RequestFacts {
  readonly path: string;
  /** The query without its question mark; empty when there is none. */
  readonly query: string;
  /** Peer address with zone and IPv4-mapping removed. */
  readonly peer: string;
  /** The address a trusted proxy reports as the caller's; without one the peer. */
  readonly client: string;
  /** The validated ingress path (no trailing slash) when the request came through the trusted proxy, else null. */
  readonly ingressPath: string | null;
  /**
   * Prefix of every link and cookie path of the answer: `/`, `<ingress path>/`, or the prefix that a trusted proxy
   * names, with a slash at its end.
   */
  readonly basePath: string;
}

/**
 * A request that `Auth.inspect` accepted. Hand it on in place of the description it was made of, and nothing is read from
 * the headers a second time; a copy of it counts as a new request.
 */
export interface InspectedRequest extends RequestDescription {
  readonly facts: RequestFacts;
}

/**
 * Addresses of a request, as records show them: the client only if it is not the peer itself.
 *
 * @example
 * addressesOf({ peer: '10.0.0.2', client: '192.0.2.7' }); // { peer: '10.0.0.2', client: '192.0.2.7' }
 * addressesOf({ peer: '10.0.0.2', client: '10.0.0.2' }); // { peer: '10.0.0.2' }
 */
export function addressesOf({ peer, client }: Pick<RequestFacts, 'peer' | 'client'>): {
  readonly peer: string;
  readonly client?: string;
} {
  return client === peer ? { peer } : { peer, client };
}
