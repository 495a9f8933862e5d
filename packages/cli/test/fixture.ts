import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openStorage } from '@ccu-gateway/storage';
import { type WebSocket, WebSocketServer } from 'ws';
import { runCli } from '../src/index.js';

export const NOW = 1_800_000_000_000;

/** The members that tests read by name; anything else they compare as a whole. */
type Fields = {
  readonly [name: string]: unknown;
  readonly token: string;
  readonly fingerprint: string;
  readonly expires_at: string;
  readonly code: string;
};

export type Ran = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** How the terminal was switched: true is without echo. */
  readonly rawModes: readonly boolean[];
  /** The one JSON document on stdout. */
  readonly json: () => { readonly ok: boolean; readonly data: Fields; readonly error: Fields };
};

/** Runs one command line as a terminal or a pipe would, and collects its output. */
export async function cli(
  argv: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly stdin?: string;
    /** Typed answers; each entry answers one question. */
    readonly typed?: readonly string[];
    readonly tty?: boolean;
    /** Of the terminal. */
    readonly columns?: number;
    readonly cwd?: string;
    readonly signal?: AbortSignal;
    readonly onOut?: (text: string) => void;
  } = {},
): Promise<Ran> {
  const collect = () => {
    const stream = Object.assign(new PassThrough(), {
      isTTY: options.tty === true,
      ...(options.columns !== undefined && { columns: options.columns }),
    });
    let text = '';
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
    return { stream, text: () => text };
  };
  const out = collect();
  const err = collect();
  if (options.onOut) out.stream.on('data', (chunk) => options.onOut?.(String(chunk)));
  const stdin = Object.assign(new PassThrough(), {
    isTTY: options.tty === true,
    rawModes: [] as boolean[],
    setRawMode(raw: boolean) {
      this.rawModes.push(raw);
    },
  });
  if (options.typed === undefined) stdin.end(options.stdin ?? '');
  const answers = [...(options.typed ?? [])];
  err.stream.on('data', (chunk) => {
    // The line editor writes its echo and movements of the cursor there too; only a question ends like this.
    if (options.typed && /[:\]] $/.test(String(chunk))) stdin.write(answers.shift() ?? '\u0003');
  });
  const code = await runCli(argv, {
    env: options.env ?? {},
    cwd: options.cwd ?? tmpdir(),
    stdin,
    stdout: out.stream,
    stderr: err.stream,
    now: () => NOW,
    signal: options.signal ?? new AbortController().signal,
  });
  return { code, out: out.text(), err: err.text(), rawModes: stdin.rawModes, json: () => JSON.parse(out.text()) };
}

/** A data directory with a database in it. */
export async function dataDir(): Promise<{ readonly dir: string; readonly remove: () => void }> {
  const root = mkdtempSync(join(tmpdir(), 'cli-'));
  const dir = join(root, 'data');
  (await open(dir)).close();
  return { dir, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** The storage as a running gateway has it open. */
export function open(dir: string) {
  const quiet = () => undefined;
  return openStorage({
    dataDir: dir,
    clock: { now: () => NOW, after: () => quiet },
    log: { info: quiet, warn: quiet, error: quiet },
  });
}

export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string | undefined;
  readonly headers: IncomingMessage['headers'];
};

/** A gateway made of one function, on a port of its own. */
export async function startServer(
  answer: (seen: Seen) => {
    readonly status?: number;
    readonly body?: unknown;
    readonly headers?: Record<string, string>;
  },
) {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const isJson = !request.headers['content-type']?.startsWith('multipart/');
    const entry = {
      method: request.method ?? '',
      path: request.url ?? '',
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
      authorization: request.headers.authorization,
      headers: request.headers,
    };
    seen.push(entry);
    const { status = 200, body, headers = {} } = answer(entry);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });
  // As long as the gateway keeps them: a conversion in this process takes longer than the five seconds of Node.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    server,
    url,
    seen,
    env: { CCU_GATEWAY_URL: url, CCU_GATEWAY_TOKEN: 'T'.repeat(43) },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type Subscribe = { readonly topics: readonly string[]; readonly since?: number };

/**
 * Gateway with an event stream: `onSubscribe` sends the frames of a subscription, `refuse` answers upgrades with a
 * status.
 */
export async function startGateway(
  answer: Parameters<typeof startServer>[0],
  onSubscribe: (subscribe: Subscribe, send: (frame: object) => void, socket: WebSocket) => void,
  refuse?: () => number | undefined,
) {
  const gateway = await startServer(answer);
  const sockets = new WebSocketServer({ noServer: true });
  gateway.server.on('upgrade', (request, socket, head) => {
    const status = refuse?.();
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (data) => {
        const frame = JSON.parse(String(data));
        if (frame.op !== 'subscribe') return;
        client.send(JSON.stringify({ op: 'subscribed', topics: frame.topics, seq: 100, oldest_seq: 50, epoch: 'e' }));
        onSubscribe(frame, (reply) => client.send(JSON.stringify(reply)), client);
      });
    });
  });
  return {
    ...gateway,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      await gateway.close();
    },
  };
}

export function valueChanged(seq: number, value: unknown, previous?: unknown) {
  return {
    seq,
    kind: 'change',
    topic: 'device.ABC0001.channels.4.data_points.LEVEL',
    type: 'datapoint.value_changed',
    ts: '2026-11-21T08:00:00.000000000Z',
    payload: { central: 'home', device_address: 'ABC0001', channel: 4, parameter: 'LEVEL', value, previous },
  };
}
