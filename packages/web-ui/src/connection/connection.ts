import { type FollowedHouse, type Gateway, type StreamStatus, SubscriptionError } from '@ccu-gateway/client';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { HouseStore } from '../store/house-store.js';
import { HOME_EVENTS, THING_EVENTS, WINDOW_EVENTS } from './matter-events.js';
import { createDeviceRenewal } from './renew-devices.js';
import { snapshotQuery } from './snapshot-query.js';

/** The one truth about the connection of this page. */
export type ConnectionState =
  | { readonly state: 'connecting' }
  /** `blocked`: no WebSocket gets through, and events come as server-sent events. */
  | { readonly state: 'live'; readonly rttMs?: number; readonly blocked?: boolean }
  | { readonly state: 'catching_up'; readonly waiting: number }
  | { readonly state: 'reloading' }
  /** `network`: the browser has no network at all. */
  | { readonly state: 'offline'; readonly retryAt: number; readonly network?: false }
  /** The gateway announced a stop, and is expected back. */
  | { readonly state: 'restarting'; readonly retryAt: number };

/** The gateway does not answer: the page shows the last known state. */
export function isLost({ state }: ConnectionState): boolean {
  return state === 'offline' || state === 'restarting';
}

export interface Connection {
  readonly current: ReadonlySignal<ConnectionState>;
  /** Error of the last attempt. */
  readonly failure: ReadonlySignal<unknown>;
  /** Number of snapshots loaded because events were missing. */
  readonly resyncs: ReadonlySignal<number>;
  /** Number of snapshots in the store, one after the other. Each later one stands for events that no listener got. */
  readonly snapshots: ReadonlySignal<number>;
  /** Calls a listener with each event after the snapshot; returns a function that removes it. */
  onEvent(listener: (event: FollowedEvent) => void): () => void;
  /** Tries again now. */
  retry(): void;
  /** The browser lost its network, or has it again. Whatever arrives in between shows that the gateway is reached all the same. */
  network(isThere: boolean): void;
  /** Loads the snapshot again, e.g. in another language. */
  reload(): void;
  /** For ever, until `stop`. */
  start(): void;
  stop(): void;
}

export type FollowedEvent = Parameters<HouseStore['apply']>[0];

export interface ConnectionOptions {
  readonly gateway: Pick<Gateway, 'follow' | 'call'>;
  readonly store: HouseStore;
  readonly language: () => 'de' | 'en';
  /** The credential is not accepted any more. */
  readonly onDenied: () => void;
  readonly now: () => number;
  readonly random: () => number;
  /** Runs a function once after a delay; returns a function that cancels it. */
  readonly timer: (run: () => void, delayMs: number) => () => void;
}

// An event of Matter is its own topic.
const MATTER = [...WINDOW_EVENTS, ...HOME_EVENTS, ...THING_EVENTS];
const TOPICS = [
  'devices/#',
  'interfaces/#',
  'hub/#',
  'system/#',
  'central/#',
  'mqtt/#',
  'alarm/#',
  'security/#',
  ...MATTER,
];
const SETTLE_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/** State that changes with each connection. */
interface Following {
  house: FollowedHouse | undefined;
  attempts: number;
  /** Counts up with each attempt; events of an earlier attempt are ignored. */
  run: number;
  /** The gateway announced a stop. */
  stopping: boolean;
  cancel: () => void;
  /** State before the browser reported that it has no network. */
  beforeCut?: ConnectionState | undefined;
}

/** The browser reports no network; a gateway on this machine may still answer. */
function beginCut(
  { following, shown }: { readonly following: Following; readonly shown: Pick<Shown, 'current'> },
  now: number,
): void {
  const before = shown.current.peek();
  if (isLost(before)) return;
  following.beforeCut = before;
  shown.current.value = { state: 'offline', retryAt: now, network: false };
}

/** The network is there again, or was never needed, as with a gateway on this machine. */
function endCut({ following, shown }: { readonly following: Following; readonly shown: Pick<Shown, 'current'> }): void {
  const { beforeCut } = following;
  following.beforeCut = undefined;
  const { current } = shown;
  const state = current.peek();
  if (beforeCut !== undefined && state.state === 'offline' && state.network === false) current.value = beforeCut;
}

export function createConnection(options: ConnectionOptions): Connection {
  const shown = {
    current: signal<ConnectionState>({ state: 'connecting' }),
    resyncs: signal(0),
    snapshots: signal(0),
    failure: signal<unknown>(undefined),
  };
  const listeners = new Set<(event: FollowedEvent) => void>();
  const renewal = createDeviceRenewal(options);
  const follower = createFollower(options, {
    shown,
    onSnapshot: renewal.reset,
    onEvent(event) {
      renewal.onEvent(event);
      for (const listener of listeners) listener(event);
    },
  });
  return {
    ...shown,
    ...follower,
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop() {
      renewal.reset();
      follower.stop();
    },
  };
}

interface FollowerParts {
  readonly shown: Shown;
  /** After the store has taken in the event. */
  readonly onEvent: (event: FollowedEvent) => void;
  readonly onSnapshot: () => void;
}

/** Follows the installation, one connection after the other. */
function createFollower(
  options: ConnectionOptions,
  { shown, onEvent: forward, onSnapshot }: FollowerParts,
): Pick<Connection, 'retry' | 'network' | 'reload' | 'start' | 'stop'> {
  const following: Following = { house: undefined, attempts: 0, run: 0, stopping: false, cancel: () => {} };

  function reload(): void {
    following.cancel();
    following.cancel = options.timer(() => void follow(), SETTLE_MS);
  }

  function onEvent(event: FollowedEvent): void {
    endCut({ following, shown });
    options.store.apply(event);
    if (event.type === 'daemon_status.changed') following.stopping = event.payload.status === 'offline';
    // When a gateway reads a CCU for the first time, this event is the only one for all its devices.
    if (event.type === 'central.readiness_changed') reload();
    forward(event);
  }

  async function follow(): Promise<void> {
    following.cancel();
    following.run += 1;
    const mine = following.run;
    const isMine = () => mine === following.run;
    const previous = following.house;
    following.house = undefined;
    await previous?.close();
    const failed = (error: unknown) => isMine() && tryLater(options, { following, shown, follow, error });
    try {
      const house = await options.gateway.follow(followOptions(options, { isMine, onEvent, onSnapshot, shown }));
      if (!isMine()) return void house.close();
      following.house = house;
      following.attempts = 0;
      shown.failure.value = undefined;
      house.observe((status) => isMine() && onStatus(options, { following, shown, status }));
      house.ended.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  function retry(): void {
    if (following.house !== undefined) following.house.retry();
    else if (isLost(shown.current.peek())) void follow();
  }

  return {
    reload,
    retry,
    network(isThere) {
      if (!isThere) return beginCut({ following, shown }, options.now());
      endCut({ following, shown });
      retry();
    },
    start: () => void follow(),
    stop() {
      following.run += 1;
      following.cancel();
      void following.house?.close();
      following.house = undefined;
    },
  };
}

interface Shown {
  readonly current: Signal<ConnectionState>;
  readonly resyncs: Signal<number>;
  readonly snapshots: Signal<number>;
  readonly failure: Signal<unknown>;
}

function followOptions(
  { store, language }: ConnectionOptions,
  parts: {
    readonly isMine: () => boolean;
    readonly onEvent: (event: FollowedEvent) => void;
    readonly onSnapshot: () => void;
    readonly shown: Shown;
  },
): Parameters<Gateway['follow']>[0] {
  const { isMine, onEvent, onSnapshot, shown } = parts;
  return {
    topics: TOPICS,
    buffer: 8_192,
    first: 'snapshot',
    snapshot: snapshotQuery(language()),
    onSnapshot: (snapshot) => {
      if (!isMine()) return;
      onSnapshot();
      store.load(snapshot);
      shown.snapshots.value += 1;
    },
    onEvent: (event) => {
      if (isMine()) onEvent(event);
    },
    onLost: ({ reason }) => {
      if (reason === 'lagged' || !isMine()) return;
      shown.resyncs.value += 1;
      shown.current.value = { state: 'reloading' };
    },
  };
}

function onStatus(
  { now, onDenied }: ConnectionOptions,
  parts: { readonly following: Following; readonly shown: Shown; readonly status: StreamStatus },
): void {
  const { following, shown, status } = parts;
  if (status.state === 'denied') {
    onDenied();
    shown.current.value = { state: 'offline', retryAt: now() + (status.retryInMs ?? 0) };
    return;
  }
  const previous = shown.current.peek();
  const next = stateOf(status, { now: now(), previous, stopping: following.stopping });
  // A status comes with each event; an equal state must not render its readers.
  if (JSON.stringify(next) !== JSON.stringify(previous)) shown.current.value = next;
  if (status.state === 'live') following.stopping = false;
}

function tryLater(
  { now, random, timer, onDenied }: ConnectionOptions,
  parts: {
    readonly following: Following;
    readonly shown: Shown;
    readonly follow: () => Promise<void>;
    readonly error: unknown;
  },
): void {
  const { following, shown, follow, error } = parts;
  if (error instanceof SubscriptionError && error.code === 'subscription_denied') onDenied();
  const delayMs = Math.min(500 * 2 ** following.attempts, LONGEST_DELAY_MS) * (1 - random() / 2);
  following.attempts += 1;
  shown.failure.value = error;
  shown.current.value = { state: following.stopping ? 'restarting' : 'offline', retryAt: now() + delayMs };
  const mine = following.run;
  following.cancel = timer(() => mine === following.run && void follow(), delayMs);
}

interface Circumstances {
  readonly now: number;
  readonly previous: ConnectionState;
  readonly stopping: boolean;
}

function stateOf(status: StreamStatus, { now, previous, stopping }: Circumstances): ConnectionState {
  switch (status.state) {
    case 'live':
      if (previous.state === 'reloading' && status.lag > 0) return previous;
      return {
        state: 'live',
        ...(status.rttMs !== undefined && { rttMs: status.rttMs }),
        ...(status.blocked === true && { blocked: true }),
      };
    case 'replaying':
      return { state: 'catching_up', waiting: status.lag };
    case 'connecting':
      return previous.state === 'offline' || previous.state === 'restarting' ? previous : { state: 'connecting' };
    default: {
      const retryAt = now + (status.retryInMs ?? 0);
      return stopping ? { state: 'restarting', retryAt } : { state: 'offline', retryAt };
    }
  }
}
