import type { EventKind } from '../model/event.js';

/** Payloads by type of a stream with unknown events. */
export type AnyEvents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An event with a payload by its type: `if (event.type === 'key.pressed') event.payload.key`. */
export type TypedEvent<Events = AnyEvents> = {
  readonly [Type in keyof Events]: {
    readonly seq: number;
    readonly kind: EventKind;
    readonly topic: string;
    readonly type: Type;
    readonly ts: string;
    readonly payload: Events[Type];
    /** A key press or the like: it happened, and no state shows it afterwards. */
    readonly momentary?: true;
  };
}[keyof Events];

/** A position in a numbering. Without its epoch it is taken for one of the gateway's present numbering. */
export interface Cursor {
  readonly seq: number;
  readonly epoch?: string;
}

/** Store of a client's position. */
export interface CursorStore {
  load(): Cursor | number | undefined | Promise<Cursor | number | undefined>;
  /**
   * Called after each event, with the numbering that the number belongs to; may gather, and reject later with the
   * failure.
   */
  save(seq: number, epoch?: string): void | Promise<void>;
  /** Called once, when the stream ends: gathered numbers are stored now. */
  close?(): void | Promise<void>;
}

/** Description of a loss. `lagged`: the newest frames follow by themselves; otherwise take a snapshot. */
export interface StreamLoss {
  readonly reason: 'evicted' | 'future' | 'epoch' | 'disabled' | 'overflow' | 'lagged' | (string & {});
  /** Newest number at the time; later events follow. */
  readonly seq: number;
  readonly conflated?: number;
  readonly missedMomentary?: number;
}

/** State of a stream. */
export interface StreamStatus {
  /** The address that it is connected to, or tried last. */
  readonly url?: string;
  /**
   * `denied`: the credential is not accepted (401, 403, 4401, 4403). `refused`: the request is not (400, 404, or an
   * `error` instead of `subscribed`). Both try again once a minute or by `retry`; if no subscription was ever accepted,
   * `next` rejects with `SubscriptionRefusedError` instead and the stream closes.
   */
  readonly state: 'connecting' | 'replaying' | 'live' | 'waiting' | 'denied' | 'refused' | 'closed';
  /** Reason from the other side, or failure on this one, while it is `waiting`, `denied` or `refused`. */
  readonly reason?: string;
  /** Milliseconds from the change to this state until the next attempt, while it is `waiting`, `denied` or `refused`. */
  readonly retryInMs?: number;
  /** The address answers and no WebSocket gets through, so that events come as server-sent events. */
  readonly blocked?: boolean;
  /** Round trip to the gateway as it measured it. */
  readonly rttMs?: number;
  /** Events received but not yet taken. */
  readonly lag: number;
}

/** The constructor of `ws`, or one like it. */
export type WebSocketConstructor = new (
  url: string,
  protocols?: string[],
  // biome-ignore lint/suspicious/noExplicitAny: `ws` and the standard disagree about everything but what is used here
  options?: any,
) => WebSocketLike;

/** The part of a WebSocket that the client uses. */
export interface WebSocketLike {
  onopen: unknown;
  onmessage: unknown;
  onclose: unknown;
  onerror: unknown;
  send(text: string): void;
  close(code?: number): void;
  pause?(): void;
  resume?(): void;
}

/** Source of the events and handling of losses. Only `url` and `topics` are required. */
export interface OpenStreamOptions {
  /**
   * Of the events endpoint, e.g. `https://gateway.example/api/v1/events`; or of several gateways that serve one stream. When a
   * connection ends or cannot be made, the next one is tried.
   */
  readonly url: string | URL | readonly (string | URL)[];
  /** Order in which several addresses are tried. Default `shuffled`: clients spread over the gateways. */
  readonly order?: 'shuffled' | 'given';
  /** Asked anew for each connection, with its address, when it is a function. Without one, cookies have to do. */
  readonly token?: string | ((url: URL) => string | undefined | Promise<string | undefined>);
  /**
   * The whole header `Authorization` instead of a token, for other schemes than Bearer. Asked anew for each connection, with its
   * address.
   */
  readonly authorization?: (url: URL) => string | undefined | Promise<string | undefined>;
  readonly topics: readonly string[];
  /** Default: in memory. */
  readonly cursor?: CursorStore;
  /** `latest`: a client that falls behind gets the newest frame of each key instead of a loss. Default `all`. */
  readonly mode?: 'all' | 'latest';
  /** Used for the connection, with the token in a header. Without it: see the README on transports. */
  readonly webSocket?: WebSocketConstructor;
  readonly fetch?: typeof fetch;
  /**
   * Loads the state, at the start without a cursor and after a loss. Later events wait; those up to the `seq` that it
   * resolves to are dropped, because the state has them already, but for momentary ones. A state that is older than the
   * events, or of another `epoch`, is loaded again after a pause: it came from a gateway that is behind, or from
   * another one. `fits` returns true for a state that will be taken, for callers that apply it in here. When it
   * rejects, the stream closes and the iteration rejects the same way: retry inside. So it is with `onLost` and with a
   * cursor that cannot be saved.
   */
  readonly snapshot?: (signal: AbortSignal, fits: (state: Cursor) => boolean) => Promise<Cursor>;
  /**
   * Called in its position among the events, before `snapshot`. If both are left out, a loss ends the iteration with an
   * error.
   */
  readonly onLost?: (loss: StreamLoss) => void;
  /** Events that may wait for the reader before no more are taken from the connection. Default 1 024. */
  readonly buffer?: number;
  readonly signal?: AbortSignal;
  /** Runs once after a delay in milliseconds; returns how to cancel. */
  readonly timer?: (run: () => void, delayMs: number) => () => void;
  /** In [0, 1); for jitter. */
  readonly random?: () => number;
}

/** Events of a gateway as an endless iterator. It reconnects by itself; `close` or the end of a loop ends it. */
export interface OpenedStream<Event> extends AsyncIterableIterator<Event> {
  readonly status: StreamStatus;
  /**
   * Called at once and after each change; returns a function that stops it. Errors of the listener are reported as
   * uncaught.
   */
  observe(listener: (status: StreamStatus) => void): () => void;
  /** Tries again now, e.g. after signing in; gives up an attempt under way. */
  retry(): void;
  /** Resolves when the cursor has been kept. */
  close(): Promise<void>;
}
