import { randomId } from '../model/environment.js';
import { limits } from '../model/limits.js';
import { pingText } from './control-frames.js';

/** Time of the next ping, and duration of the last round trip. All times monotonic, in milliseconds. */
export interface Heartbeat {
  /** Text of the ping that is due, if one is. */
  due(now: number, seq: () => number | undefined): string | undefined;
  pong(echo: string | undefined, now: number): void;
  readonly lastRttMs: number | undefined;
}

export function createHeartbeat(now: number, random: () => number): Heartbeat {
  return new ConnectionHeartbeat(now, random);
}

class ConnectionHeartbeat implements Heartbeat {
  lastRttMs: number | undefined;
  private nextAt: number;
  private sentAt = 0;
  private echo: string | undefined;
  private toReport: number | undefined;

  constructor(
    now: number,
    private readonly random: () => number,
  ) {
    // Spread over the last third, so that sockets that came together are not pinged together.
    this.nextAt = now + limits.pingMs * (1 - random() / 3);
  }

  due(at: number, seq: () => number | undefined): string | undefined {
    if (at < this.nextAt) return undefined;
    this.nextAt = Math.max(this.nextAt + limits.pingMs, at + limits.pingMs / 2);
    this.echo = randomId(this.random);
    this.sentAt = at;
    const rttMs = this.toReport;
    this.toReport = undefined;
    return pingText(this.echo, rttMs, seq());
  }

  pong(echo: string | undefined, at: number): void {
    if (echo === undefined) this.toReport = undefined;
    else if (echo === this.echo) {
      this.toReport = Math.round((at - this.sentAt) * 1000) / 1000;
      this.lastRttMs = this.toReport;
      this.echo = undefined;
    }
  }
}
