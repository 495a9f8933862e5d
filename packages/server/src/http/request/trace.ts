/** Identifiers that connect a request with its log lines and a distributed trace. */
export interface Trace {
  /** 32 hex digits, always our own: two requests never have the same one, independent of the client. */
  readonly requestId: string;
  /** The trace the client is in; undefined when it named none. */
  readonly clientTraceId: string | undefined;
  /** The W3C `traceparent` of our answer. */
  readonly traceparent: string;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;

/** Continues the trace of a well-formed `traceparent`, otherwise begins one. `randomHex(n)` gives n random hex digits. */
export function beginTrace(received: string | undefined, randomHex: (digits: number) => string): Trace {
  const match = received === undefined ? null : TRACEPARENT.exec(received);
  const clientTraceId = match !== null && !NOTHING.test(match[1]!) ? match[1]! : undefined;
  const requestId = randomHex(32);
  const traceparent = `00-${clientTraceId ?? requestId}-${randomHex(16)}-${match?.[2] ?? '00'}`;
  return { requestId, clientTraceId, traceparent };
}

/** The fields of a log line that name a request. */
export function traceFields({ requestId, clientTraceId }: Trace): Readonly<Record<string, string>> {
  return { request_id: requestId, ...(clientTraceId === undefined ? {} : { trace_id: clientTraceId }) };
}
