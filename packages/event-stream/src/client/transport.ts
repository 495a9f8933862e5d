/** One kind of connection to a gateway. */
export interface Transport {
  connect(request: ConnectRequest, handlers: Handlers): Channel;
}

export interface ConnectRequest {
  readonly url: URL;
  /** The header of that name. */
  readonly authorization: string | undefined;
  readonly topics: readonly string[];
  readonly since: number | undefined;
  /** Of the connection before this one. */
  readonly epoch: string | undefined;
  readonly mode: 'all' | 'latest' | undefined;
}

export interface Handlers {
  /** JSON text of one frame. */
  onText(text: string): void;
  /** Called once, unless the channel was closed from this side. */
  onEnd(end: End): void;
}

/** Reason for the end of a connection; without a verdict it is worth trying again soon. */
export interface End {
  readonly verdict?: 'denied' | 'refused';
  readonly reason?: string;
  /** The address answers, and only the upgrade to a WebSocket is missing. */
  readonly isBlocked?: boolean;
}

export interface Channel {
  send(message: object): void;
  /** Holds incoming data; false when that is not possible. */
  pause(): boolean;
  resume(): void;
  close(): void;
}

export function headersOf({ authorization }: Pick<ConnectRequest, 'authorization'>): Record<string, string> {
  return authorization ? { authorization } : {};
}

/** Failure on this side: the code of the system if it is known. */
export function failureOf(error: unknown): End {
  const { message, cause } = Object(error) as {
    readonly message?: string;
    readonly cause?: { readonly code?: string };
  };
  return { reason: cause?.code ?? message };
}

/** Meaning of an HTTP answer for a repetition of the request. */
export function endOf(status: number): End {
  const reason = `HTTP ${status}`;
  if (status === 401 || status === 403) return { verdict: 'denied', reason };
  return status === 400 || status === 404 ? { verdict: 'refused', reason } : { reason };
}

/** The same address for `http` or for `ws`, keeping TLS. */
export function withScheme(url: URL, scheme: 'http' | 'ws'): URL {
  const copy = new URL(url);
  copy.protocol = /s:$/.test(url.protocol) ? `${scheme}s:` : `${scheme}:`;
  return copy;
}
