import { randomId } from '../environment.js';
import { pingText } from './control-frames.js';
import { limits } from './limits.js';

/** When to ping, and how long the last round trip took. All times monotonic, in milliseconds. */
export interface Heartbeat {
  /** Text of the ping that is due, if one is. */
  due(now: number, seq: () => number | undefined): string | undefined;
  pong(echo: string | undefined, now: number): void;
  readonly lastRttMs: number | undefined;
}

export function createHeartbeat(now: number, random: () => number): Heartbeat {
  // Spread over the last third, so that sockets that came together are not pinged together.
  let nextAt = now + limits.pingMs * (1 - random() / 3);
  let outstanding: { readonly echo: string; readonly sentAt: number } | undefined;
  let toReport: number | undefined;
  let lastRttMs: number | undefined;

  return {
    due(at, seq) {
      if (at < nextAt) return undefined;
      nextAt = Math.max(nextAt + limits.pingMs, at + limits.pingMs / 2);
      outstanding = { echo: randomId(random), sentAt: at };
      const rttMs = toReport;
      toReport = undefined;
      return pingText(outstanding.echo, rttMs, seq());
    },
    pong(echo, at) {
      if (echo === undefined) toReport = undefined;
      else if (echo === outstanding?.echo) {
        toReport = Math.round((at - outstanding.sentAt) * 1000) / 1000;
        lastRttMs = toReport;
        outstanding = undefined;
      }
    },
    get lastRttMs() {
      return lastRttMs;
    },
  };
}
