import type { SharedLogHealth, SharedLogState } from '@ccu-gateway/event-stream';
import type { JetStreamClient, JetStreamManager, StreamInfo } from '@nats-io/jetstream';

/**
 * For requests that are made again where no answer comes, because they change nothing: their answers are not waited for
 * as long.
 */
export interface Reading {
  readonly client: JetStreamClient;
  /** Reads the state of the stream, and concludes nothing about the servers. */
  ask(): Promise<SharedLogState>;
  /** Resolves with true when the stream has a message above this number, as its leader has it. */
  hasAbove(seq: number): Promise<boolean>;
  readonly timeoutMs: number;
}

/** Parts that all of one log share. */
export interface Broker {
  readonly name: string;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly reading: Reading;
  readonly health: SharedLogHealth;
  /** Identity of the stream at the last check. */
  readonly epoch: string;
  /** Highest number that the stream had given out at the last check. */
  readonly lastSeq: number;
  /** Aborted when the log is closed. */
  readonly closed: AbortSignal;
  /** Checks that the stream is still one to be used. Throws when it is not, or when the broker does not answer. */
  look(): Promise<SharedLogState>;
  /**
   * Checks after an answer that did not come: where the broker does not answer that either, it is an outage until it
   * does.
   */
  suspect(): void;
  /** True when something may be sent: there is a connection, and the last check was fine. */
  readonly isThere: boolean;
  /** Notes that `by` tried in vain, for this reason, or has succeeded: a lasting failure is an outage, too. */
  hindered(by: object, reason: string | undefined): void;
  /** Marks the stream as another one than it was, and reads its state. */
  renew(epoch: string): Promise<SharedLogState>;
  /** Calls when the connection has come back, and when a check has found another stream. */
  onDisturbed(listener: () => void): () => void;
  /** How long an answer may take. */
  readonly timeoutMs: number;
  /** Between attempts. */
  pause(signal: AbortSignal): Promise<void>;
}

export function stateOf({ state }: StreamInfo, epoch: string): SharedLogState {
  const lastSeq = state.last_seq;
  return { epoch, lastSeq, oldestSeq: state.messages === 0 ? lastSeq + 1 : state.first_seq };
}
