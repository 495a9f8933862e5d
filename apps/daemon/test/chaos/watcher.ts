import WebSocket from 'ws';
import { eventIn, type ReadFrame, writeShownIn } from './events.js';
import type { Seen } from './seen.js';

export interface WatcherOptions {
  readonly name: string;
  /** Of gateways, tried in turn. */
  readonly urls: readonly string[];
  readonly authorization: string;
  readonly ccus: readonly string[];
  /** Whether a client of the run has written it: values that a device began with are no ends of writes. */
  readonly isWritten: (write: string) => boolean;
  readonly readFrame: (text: string) => ReadFrame;
  readonly seen: Seen;
}

/** A client that follows everything, and goes on where it was at the next gateway. */
export interface Watcher {
  readonly name: string;
  readonly isLive: () => boolean;
  /** When each CCU said what was heard of it last. */
  readonly heardAt: () => readonly number[];
  /** Of the newest event. */
  readonly seq: () => number;
  close(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: what a gateway sends is looked at as it comes
type Frame = any;

interface Place {
  seq: number;
  epoch: string;
}

interface CcuSight {
  isConnected: boolean;
  /** Whether it was heard since the last thing that may have kept it from being heard. */
  isHeard: boolean;
  /** When the CCU said what was heard of it last. */
  heardAt: number;
}

const RETRY_MS = 200;
const PING_MS = 1_000;
const SILENCE_MS = 3_000;

export function startWatcher(options: WatcherOptions): Watcher {
  const { name, urls, authorization, ccus, isWritten, readFrame, seen } = options;
  const sights = new Map(ccus.map((ccu): [string, CcuSight] => [ccu, unheard(seen.now())]));
  let place: Place | undefined;
  let wasLive = false;
  let isThere = false;
  let isOutage = false;
  let closed = false;
  let attempts = 0;
  let current: WebSocket | undefined;

  const judgeLive = () => {
    const isLive =
      isThere && !isOutage && [...sights.values()].every(({ isHeard, isConnected }) => isHeard && isConnected);
    if (isLive !== wasLive) seen.say(isLive ? 'live' : 'away', { client: name });
    wasLive = isLive;
  };
  const unhear = () => {
    for (const sight of sights.values()) sight.isHeard = false;
  };

  function takeEvent({ type, payload, seq }: Frame, body: string): void {
    const sight = sights.get(payload.central);
    const event = eventIn(type, payload);
    const shown = { type, body, ...(event !== undefined && { event }) };
    seen.say('frame', { client: name, epoch: place?.epoch, seq, ...shown });
    if (place !== undefined) place.seq = seq;
    if (sight === undefined) return;
    const write = writeShownIn(type, payload);
    if (write !== undefined && isWritten(write.write)) seen.say('write_shown', { client: name, ...write });
    if (type === 'connectivity.changed') {
      sight.isConnected = payload.reachable;
      seen.say('told_of_ccu', { client: name, ccu: payload.central, reachable: payload.reachable });
    }
    if (event === undefined) return;
    sight.isHeard = true;
    sight.heardAt = seen.emittedAt(event) ?? sight.heardAt;
  }

  function take({ frame, body }: ReadFrame): void {
    if (frame.op === undefined) takeEvent(frame, body);
    else if (frame.op === 'subscribed') {
      isThere = true;
      if (place === undefined) seen.say('began', { client: name, epoch: frame.epoch, seq: frame.seq });
      place ??= { seq: frame.seq, epoch: frame.epoch };
    } else if (frame.op === 'replay_lost') {
      seen.say('told', { client: name, epoch: frame.epoch, seq: frame.seq });
      place = { seq: frame.seq, epoch: frame.epoch };
      // That a CCU is there again may be among what is missing.
      for (const sight of sights.values()) Object.assign(sight, { isConnected: true, isHeard: false });
    } else if (frame.op === 'outage') {
      isOutage = frame.active;
      unhear();
    }
    judgeLive();
  }

  function connect(): void {
    const url = urls[attempts % urls.length] ?? '';
    attempts += 1;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/events`, {
      headers: { authorization },
      handshakeTimeout: SILENCE_MS,
    });
    current = socket;
    let answeredAt = seen.now();
    const ping = setInterval(() => {
      if (seen.now() - answeredAt > SILENCE_MS) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, PING_MS);
    socket.on('pong', () => {
      answeredAt = seen.now();
    });
    socket.on('open', () => socket.send(JSON.stringify({ op: 'subscribe', topics: ['*'], ...since() })));
    socket.on('message', (data) => {
      answeredAt = seen.now();
      if (!closed) take(readFrame(String(data)));
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(ping);
      isThere = false;
      isOutage = false;
      unhear();
      if (closed) return;
      judgeLive();
      setTimeout(() => !closed && connect(), RETRY_MS);
    });
  }
  const since = () => (place === undefined ? {} : { since: place.seq, epoch: place.epoch });

  connect();
  return {
    name,
    isLive: () => wasLive,
    heardAt: () => [...sights.values()].map((sight) => sight.heardAt),
    seq: () => place?.seq ?? 0,
    close() {
      closed = true;
      current?.terminate();
    },
  };
}

const unheard = (at: number): CcuSight => ({ isConnected: true, isHeard: false, heardAt: at });
