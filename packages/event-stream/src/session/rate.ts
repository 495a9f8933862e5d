import { limits } from '../model/limits.js';

/** A token bucket for inbound messages that also notices when refusing does not help. */
export interface MessageRate {
  /** `flood`: refused, and for so long that the connection should end. */
  admit(now: number): 'admitted' | 'refused' | 'flood';
}

export function createMessageRate(now: number): MessageRate {
  let tokens: number = limits.messageBurst;
  let filledAt = now;
  let floodSince: number | undefined;
  let refusedAt = 0;

  return {
    admit(at) {
      tokens = Math.min(limits.messageBurst, tokens + ((at - filledAt) / 1000) * limits.messagesPerSecond);
      filledAt = at;
      if (tokens >= 1) {
        tokens -= 1;
        return 'admitted';
      }
      if (floodSince === undefined || at - refusedAt > limits.floodPauseMs) floodSince = at;
      refusedAt = at;
      return at - floodSince >= limits.floodMs ? 'flood' : 'refused';
    },
  };
}
