import { BrokerDisconnect } from './reasons.js';

/** Finds the largest packet that a broker accepts without stating it. */
export interface LimitSearch {
  /** Bytes; undefined as long as nothing points to a limit. */
  readonly limit: number | undefined;
  /**
   * A connection ended with this error while a packet of so many bytes was unanswered. Returns the limit where it is a new
   * one.
   */
  ended(error: unknown, unanswered: number): number | undefined;
}

const PACKET_TOO_LARGE = 149;
/** Below this size the topics of an installation do not fit. */
const SMALLEST = 4_096;

/**
 * A broker of MQTT 5 names the cause. Otherwise the same largest packet was unanswered at two ends in a row. Each time the
 * limit is half of that packet, because the broker does not state how far above its limit the packet was.
 */
export function createLimitSearch(): LimitSearch {
  let limit: number | undefined;
  let suspect = 0;
  return {
    get limit() {
      return limit;
    },
    ended(error, unanswered) {
      const isNamed = error instanceof BrokerDisconnect && error.reasonCode === PACKET_TOO_LARGE;
      const isCause = unanswered > SMALLEST && (isNamed || unanswered === suspect);
      suspect = unanswered;
      if (!isCause) return undefined;
      limit = Math.max(SMALLEST, Math.floor(unanswered / 2));
      return limit;
    },
  };
}
