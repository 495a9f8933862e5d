import WebSocket from 'ws';
import type { World } from './world.js';

// biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every shape
export type Frame = any;

/** A WebSocket client that remembers every frame. */
export interface Socket {
  readonly frames: readonly Frame[];
  send(frame: unknown): void;
  /** The first frame, past or future, that is as asked. */
  until(what: (frame: Frame) => boolean): Promise<Frame>;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  close(): void;
}

export async function openSocket(world: World, as: 'admin' | 'operator' | 'viewer' = 'viewer'): Promise<Socket> {
  return connectSocket(world.url, world.tokens[as]);
}

/** `credential` is a token, or the headers that carry another one. */
export async function connectSocket(
  url: string,
  credential: string | Readonly<Record<string, string>>,
  tls: { readonly ca?: string } = {},
): Promise<Socket> {
  const headers = typeof credential === 'string' ? { authorization: `Bearer ${credential}` } : credential;
  const ws = new WebSocket(`${url.replace('http', 'ws')}/api/v1/events`, { headers, ...tls });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  ws.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((settle) => ws.once('close', settle));
  await new Promise<void>((settle, fail) => {
    ws.once('open', settle);
    ws.once('error', fail);
  });
  return {
    frames,
    send: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    until(what) {
      return new Promise((settle, fail) => {
        const look = () => {
          const found = frames.find(what);
          if (found === undefined) return;
          waiting.delete(look);
          settle(found);
        };
        waiting.add(look);
        void closed.then((code) => fail(new Error(`closed with ${code} before the frame came`)));
        look();
      });
    },
    closed,
    close: () => ws.close(),
  };
}

/** Subscribes and waits for the answer. */
export async function subscribe(socket: Socket, topics: readonly string[], since?: number): Promise<Frame> {
  const earlier = new Set(socket.frames);
  socket.send({ op: 'subscribe', topics, ...(since === undefined ? {} : { since }) });
  return socket.until((frame) => frame.op === 'subscribed' && !earlier.has(frame));
}
