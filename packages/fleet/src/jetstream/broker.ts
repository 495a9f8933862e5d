import type { SharedLogHealth, SharedLogState } from '@ccu-gateway/event-stream';
import type { JetStreamClient, JetStreamManager, StreamInfo } from '@nats-io/jetstream';

/** For what is asked again where no answer comes, because nothing is changed by it: with answers that are not waited for as long. */
export interface Reading {
  readonly client: JetStreamClient;
  /** Looks at the stream, and concludes nothing about the servers. */
  ask(): Promise<SharedLogState>;
  /** Whether the stream has a message above this number, as its leader knows it. */
  hasAbove(seq: number): Promise<boolean>;
  readonly timeoutMs: number;
}

/** What the parts of one log share. */
export interface Broker {
  readonly name: string;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly reading: Reading;
  readonly health: SharedLogHealth;
  /** Identity of the stream when it was looked at last. */
  readonly epoch: string;
  /** Highest number that the stream had given out when it was looked at last. */
  readonly lastSeq: number;
  /** Aborted when the log is closed. */
  readonly closed: AbortSignal;
  /** Looks whether the stream is still one to be used. Throws when it is not, or when the broker does not answer. */
  look(): Promise<SharedLogState>;
  /** Looks after an answer that did not come: where the broker does not answer that either, it is an outage until it does. */
  suspect(): void;
  /** Whether something may be sent: there is a connection, and the last look was fine. */
  readonly isThere: boolean;
  /** `by` tried in vain, for this reason, or has succeeded: what lasts is an outage, too. */
  hindered(by: object, reason: string | undefined): void;
  /** Marks the stream as another one than it was, and looks at it. */
  renew(epoch: string): Promise<SharedLogState>;
  /** Calls when the connection has come back, and when a look has found another stream. */
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
