import type { FrameSink } from './sink.js';

/** An `op:"call"` frame after its shape was checked. */
export interface CommandCall {
  readonly id: string;
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal;
}

/** Throw (or reject with) an object of this shape to answer a call with that error; anything else is `internal_error`. */
export interface CommandFailure {
  readonly code: string;
  readonly message: string;
  /** Further members of the error, as JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The answer to a new credential; `expiresAt` is an RFC 3339 time, absent for credentials that last. */
export type ReauthAnswer = { readonly ok: true; readonly expiresAt?: string } | { readonly ok: false };

/** Options of a connection. */
export interface ConnectionOptions {
  readonly sink: FrameSink;
  /** Shown in connection lists and logs, never sent to the client. */
  readonly principal: string;
  readonly clientName?: string;
  /** Shown only. */
  readonly remoteAddress?: string;
  /** `one-way` (server-sent events): nothing comes in, so silence of the client is no reason to close. */
  readonly transport?: 'duplex' | 'one-way';
  /** Answers commands; absent: every call is `unknown_command`. Role checks live in there. */
  readonly onCall?: (call: CommandCall) => Promise<unknown>;
  /** Swaps the credential; absent: every `reauth` fails. */
  readonly onReauth?: (token: string) => Promise<ReauthAnswer>;
  /** Called once, when the connection has ended, by either side. */
  readonly onClosed?: (code: number, reason: string) => void;
}

/** Request of a client. */
export interface SubscribeRequest {
  readonly topics: readonly string[];
  readonly since?: number;
  /** Of the numbering that `since` belongs to; of another one nothing is replayed. */
  readonly epoch?: string;
  readonly mode?: 'all' | 'latest';
}

/** A transport-free subscription session. The transport feeds it and owns its sink. Call its methods on it. */
export interface Connection {
  readonly id: number;
  /** One inbound text message. Never throws. */
  receive(text: string): void;
  /** Any other sign of life: an RFC 6455 ping or pong. */
  touch(): void;
  /** The sink takes more again. */
  drained(): void;
  /** The effect of a subscribe frame, for transports that have none. Problems go to the client as an `error` frame. */
  subscribe(request: SubscribeRequest): void;
  /** Ends the connection from our side, e.g. 4401; flushes nothing. */
  close(code: number, reason: string): void;
  /** The transport is gone already. */
  closed(): void;
  info(): ConnectionInfo;
}

/** A connection as a list of connections shows it. */
export interface ConnectionInfo {
  readonly id: number;
  readonly principal: string;
  readonly clientName?: string;
  readonly remoteAddress?: string;
  readonly transport: 'duplex' | 'one-way';
  readonly mode: 'all' | 'latest';
  readonly openedAt: string;
  readonly patterns: number;
  /** Everything up to here has been handed to the transport. */
  readonly cursor: number;
  /** Published events that it has not been offered yet; 0 while it keeps up. */
  readonly lagFrames: number;
  readonly lagMs: number;
  /** Control frames waiting for the transport. */
  readonly queuedBytes: number;
  readonly blocked: boolean;
  readonly delivered: number;
  /** Events replaced by a newer frame of the same key. */
  readonly conflated: number;
  /** Number of missed events that were reported to it. */
  readonly dropped: number;
  readonly rttMs?: number;
  readonly idleMs: number;
}
