import { connect } from 'node:net';
import { WebSocket } from 'ws';

export interface Frame {
  readonly op?: string;
  readonly [member: string]: unknown;
}

export interface OpenSocket {
  send(frame: object | string | Buffer): void;
  /** The next frame that fits, also one that came before the question. */
  next(fits: (frame: Frame) => boolean): Promise<Frame>;
  readonly frames: readonly Frame[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly raw: WebSocket;
}

export interface OpenOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  readonly path?: string;
}

/** Opens a WebSocket at the gateway; rejects with the status when it is refused. */
export function openSocket(url: string, options: OpenOptions = {}): Promise<OpenSocket> {
  const target = url.replace('http', 'ws') + (options.path ?? '/api/v1/events');
  const raw = new WebSocket(target, [...(options.protocols ?? [])], { headers: options.headers });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    raw.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  raw.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame);
    for (const wake of waiting) wake();
  });
  let read = 0;
  const next = async (fits: (frame: Frame) => boolean): Promise<Frame> => {
    for (;;) {
      for (; read < frames.length; read++) {
        const frame = frames[read]!;
        if (fits(frame)) {
          read++;
          return frame;
        }
      }
      await new Promise<void>((resolve, reject) => {
        const wake = () => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
        void closed.then(({ code }) => reject(new Error(`closed with ${code} while waiting for a frame`)));
      });
    }
  };
  return new Promise((resolve, reject) => {
    raw.once('open', () =>
      resolve({
        raw,
        frames,
        next,
        closed,
        send: (frame) =>
          raw.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame), {
            binary: Buffer.isBuffer(frame),
          }),
      }),
    );
    raw.once('unexpected-response', (_request, response) => {
      response.resume();
      reject(new UpgradeRefused(response.statusCode ?? 0, response.headers));
    });
    raw.once('error', reject);
  });
}

export class UpgradeRefused extends Error {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  ) {
    super(`the upgrade was refused with ${status}`);
  }
}

/** The status of a refused upgrade; 101 when it was not refused. */
export async function upgradeStatus(url: string, options: OpenOptions = {}): Promise<number> {
  try {
    const socket = await openSocket(url, options);
    socket.raw.terminate();
    return 101;
  } catch (error) {
    if (error instanceof UpgradeRefused) return error.status;
    throw error;
  }
}

/**
 * Sends bytes as they are and never closes its own half. Resolves when the other side has let go of the connection, which
 * shows when it takes nothing more.
 */
export function untilLetGo(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text, 'latin1'));
    let asking: NodeJS.Timeout | undefined;
    socket.resume();
    socket.on('end', () => {
      asking = setInterval(() => socket.write('.'), 5);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(asking);
      resolve();
    });
  });
}

/** Sends bytes as they are and answers everything that comes back until the other side ends. */
export function rawExchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      answer += String(part);
    });
    socket.on('end', () => resolve(answer));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Sends requests, again and again, and reads nothing. Resolves when the other side has cut the connection, which shows when it takes nothing more. */
export function untilCut(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.pause();
    const asking = setInterval(() => socket.write(text, 'latin1'), 20);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(asking);
      resolve();
    });
  });
}
