import type { CommandFailure } from '../model/connection.js';
import type { Loss } from '../model/event.js';

/** Texts of the frames that a session sends besides events. Members that clients may not know come last. */

export function subscribedText(topics: readonly string[], seq: number, oldestSeq: number, epoch: string): string {
  return JSON.stringify({ op: 'subscribed', topics, seq, oldest_seq: oldestSeq, epoch });
}

export function unsubscribedText(topics: readonly string[]): string {
  return JSON.stringify({ op: 'unsubscribed', topics });
}

export function replayDoneText(seq: number): string {
  return `{"op":"replay_done","seq":${seq}}`;
}

export function replayLostText(loss: Loss, epoch: string): string {
  return JSON.stringify({ op: 'replay_lost', oldest_seq: loss.oldestSeq, seq: loss.seq, epoch, reason: loss.reason });
}

/** Nothing new can come for a while, or it can again. Not numbered, because no event is. */
export function outageText(reason: string | undefined): string {
  return JSON.stringify({ op: 'outage', active: reason !== undefined, reason });
}

export interface LaggedFrame {
  /** Last number before the gap. */
  readonly from: number;
  /** Last number that the frames following this one stand for. */
  readonly to: number;
  /** Number of following `refresh` frames, each the newest of its key. */
  readonly conflated: number;
  /** Momentary events that are gone. */
  readonly missedMomentary: number;
}

export function laggedText(frame: LaggedFrame): string {
  return JSON.stringify({
    op: 'lagged',
    from: frame.from,
    to: frame.to,
    conflated: frame.conflated,
    missed_momentary: frame.missedMomentary,
  });
}

export function pingText(echo: string, rttMs: number | undefined, seq: number | undefined): string {
  return JSON.stringify({ op: 'ping', echo, rtt_ms: rttMs, seq });
}

export function errorText(code: 'bad_request' | 'rate_limited', message: string): string {
  return JSON.stringify({ op: 'error', error: { code, message } });
}

export function resultErrorText(id: string, { code, message, details }: CommandFailure): string {
  // Members that clients read first come first, and no other member replaces them.
  const error = Object.assign({ code, message }, details, { code, message });
  return JSON.stringify({ op: 'result', id, error });
}
