/** What ties a request to its log lines and to a distributed trace. */
export interface Trace {
  /** 32 hex digits; also the trace id. */
  readonly requestId: string;
  /** The W3C `traceparent` of our answer. */
  readonly traceparent: string;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;

/** Continues the trace of a well-formed `traceparent`, otherwise begins one. `randomHex(n)` gives n random hex digits. */
export function beginTrace(received: string | undefined, randomHex: (digits: number) => string): Trace {
  const match = received === undefined ? null : TRACEPARENT.exec(received);
  const traceId = match !== null && !NOTHING.test(match[1]!) ? match[1]! : randomHex(32);
  return { requestId: traceId, traceparent: `00-${traceId}-${randomHex(16)}-${match?.[2] ?? '00'}` };
}
