import { type AuthWorld, describeRequest, startAuthWorld, type WorldOptions } from '@ccu-gateway/auth-core/testing';
import type { HouseModel, PlannedWrite } from '@ccu-gateway/device-model';
import { createEventStream, type EventStream } from '@ccu-gateway/event-stream';
import type { AuditEntry, HealthStatus, WriteOptions } from '@ccu-gateway/gateway-core/use-cases';
import { createServer, type GatewayServer, type ServerOptions } from '../src/index.js';
import { smallHouse } from './house.js';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A server over a small installation, with a record of its external effects. */
export interface World extends AuthWorld {
  readonly server: GatewayServer;
  readonly house: HouseModel;
  readonly events: EventStream;
  readonly writes: { readonly write: PlannedWrite; readonly options: WriteOptions }[];
  readonly reconnected: string[];
  readonly entries: AuditEntry[];
  readonly lines: LogLine[];
  readonly health: { status: HealthStatus };
  /** Makes the next write fail with this error. */
  failWrites(error: Error | undefined): void;
  /** A request as from a socket of the local network; `as` signs it with the token of that role. */
  request(input: RequestInput): Promise<Response>;
  close(): Promise<void>;
}

export interface RequestInput {
  readonly method?: string;
  readonly target: string;
  readonly as?: 'viewer' | 'operator' | 'admin';
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly peer?: string;
}

export interface ServerWorldOptions extends WorldOptions {
  readonly house?: HouseModel;
  readonly server?: Partial<ServerOptions>;
}

export async function startWorld({ house = smallHouse(), server: change, ...options }: ServerWorldOptions = {}) {
  const authWorld = await startAuthWorld(options);
  const { auth, clock, tokens } = authWorld;
  const events = createEventStream({ clock: () => clock.now() });
  const writes: World['writes'] = [];
  const reconnected: string[] = [];
  const entries: AuditEntry[] = [];
  const lines: LogLine[] = [];
  const health: World['health'] = { status: 'healthy' };
  let failure: Error | undefined;
  const line =
    (level: string) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}) => {
      lines.push({ level, message, fields });
    };

  const server = createServer({
    auth,
    events,
    house,
    clock,
    logger: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    ccu: {
      write: async (write, writeOptions) => {
        if (failure !== undefined) throw failure;
        writes.push({ write, options: writeOptions });
      },
    },
    interfaceControl: {
      reconnect: async (id) => {
        if (failure !== undefined) throw failure;
        reconnected.push(id);
      },
    },
    info: {
      info: () => ({
        version: '0.1.0',
        commit: 'abc1234',
        buildDate: '2026-01-01T00:00:00Z',
        addonBuild: false,
        startedAt: clock.now() - 3_723_000,
        capabilities: [],
      }),
    },
    health: {
      health: () => ({
        status: health.status,
        components: [{ name: 'storage', status: health.status, recordedAt: clock.now(), note: 'as the test wants it' }],
      }),
    },
    audit: {
      record: (entry) => {
        entries.push(entry);
      },
      query: async ({ limit, offset, since = 0 }) =>
        entries.filter(({ at }) => at >= since).slice(offset, offset + limit),
    },
    ...change,
  });

  const world: World = {
    ...authWorld,
    server,
    house,
    events,
    writes,
    reconnected,
    entries,
    lines,
    health,
    failWrites: (error) => {
      failure = error;
    },
    request: (input) => send(server, input.as === undefined ? input : withToken(input, tokens[input.as])),
    close: async () => {
      await server.close();
      await events.close();
      auth.close();
    },
  };
  return world;
}

function withToken(input: RequestInput, token: string): RequestInput {
  return { ...input, headers: [...pairsOf(input.headers), ['Authorization', `Bearer ${token}`]] };
}

function pairsOf(headers: RequestInput['headers']): readonly (readonly [string, string])[] {
  if (headers === undefined) return [];
  return Array.isArray(headers)
    ? (headers as readonly (readonly [string, string])[])
    : Object.entries(headers as Readonly<Record<string, string>>);
}

async function send(server: GatewayServer, input: RequestInput): Promise<Response> {
  const body =
    input.json !== undefined
      ? JSON.stringify(input.json)
      : input.form !== undefined
        ? new URLSearchParams(input.form).toString()
        : input.body;
  const type =
    input.json !== undefined
      ? 'application/json'
      : input.form !== undefined
        ? 'application/x-www-form-urlencoded'
        : undefined;
  const headers = [...pairsOf(input.headers), ...(type === undefined ? [] : ([['Content-Type', type]] as const))];
  const described = describeRequest({ ...input, headers });
  // The carrier has the bytes from the wire; the URL of the web request is never read.
  const carrier = {
    incoming: { url: input.target, rawHeaders: described.rawHeaders, socket: { remoteAddress: described.peerAddress } },
  };
  return server.app.request('http://carrier.invalid/', { method: input.method ?? 'GET', body }, carrier);
}
