import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ParamsetDescription, WireValue } from '../src/index.js';
import {
  decodeXmlRpcCall,
  encodeXmlRpcCall,
  encodeXmlRpcFault,
  encodeXmlRpcResponse,
  type OutgoingValue,
  REGA_SCRIPTS,
  readScriptHeader,
} from '../src/wire/index.js';

/** One interface process and the web server of a CCU, as small as they can be. */
export interface FakeCcu {
  readonly rpcPort: number;
  readonly jsonPort: number;
  readonly calls: readonly { readonly method: string; readonly params: readonly WireValue[] }[];
  readonly sessions: ReadonlySet<string>;
  readonly logins: number;
  /** The session of each logout, known or not. */
  readonly logouts: readonly string[];
  /** How it misbehaves; change at any time. */
  readonly mood: Mood;
  readonly devices: Map<string, { readonly [key: string]: OutgoingValue }>;
  readonly values: Map<string, boolean | number | string>;
  readonly clients: Map<string, string>;
  /** Resolves when the method is or was called. */
  called(method: string): Promise<void>;
  event(address: string, parameter: string, value: OutgoingValue): Promise<void>;
  /** Pairs a device without channels. */
  newDevice(address: string): Promise<void>;
  close(): Promise<void>;
}

export interface Mood {
  booting: boolean;
  deaf: boolean;
  refuse: boolean;
  fault: { code: number; message: string } | undefined;
  /** A method that this firmware does not have. */
  missing: string | undefined;
  maxSessions: number;
  scriptsBroken: boolean;
  /** Writes are taken, but nothing comes of them. */
  swallow: boolean;
  /** What it answers to a login in place of the id of a session. */
  sessionId: string | undefined;
  /** What the script that lists users writes instead of the one administrator. */
  userList: string | undefined;
  /** Of every account. */
  level: number;
  /** What it does before it takes a deregistration. */
  beforeDeregistration: () => Promise<void>;
  /** Hears of every JSON-RPC call before it is answered. */
  onJsonCall: (method: string, params: Readonly<Record<string, string>>) => void;
}

const DESCRIPTION: Readonly<Record<string, ParamsetDescription>> = {
  VALUES: {
    STATE: { TYPE: 'BOOL', OPERATIONS: 7, FLAGS: 1, DEFAULT: false, MIN: false, MAX: true },
    LEVEL: {
      TYPE: 'FLOAT',
      OPERATIONS: 7,
      FLAGS: 1,
      DEFAULT: 0,
      MIN: 0,
      MAX: 1,
      SPECIAL: [{ ID: 'OLD_LEVEL', VALUE: 1.005 }],
    },
    ON_TIME: { TYPE: 'FLOAT', OPERATIONS: 2, FLAGS: 1, DEFAULT: 0, MIN: 0, MAX: 85825945.6 },
    PRESS_SHORT: { TYPE: 'ACTION', OPERATIONS: 6, FLAGS: 1, DEFAULT: false, MIN: false, MAX: true },
  },
  MASTER: { AES: { TYPE: 'BOOL', OPERATIONS: 3, FLAGS: 1, DEFAULT: false, MIN: false, MAX: true } },
};

export async function startFakeCcu(): Promise<FakeCcu> {
  const mood: Mood = {
    booting: false,
    deaf: false,
    refuse: false,
    fault: undefined,
    missing: undefined,
    maxSessions: 3,
    scriptsBroken: false,
    swallow: false,
    sessionId: undefined,
    userList: undefined,
    level: 8,
    beforeDeregistration: async () => undefined,
    onJsonCall: () => undefined,
  };
  const calls: { method: string; params: readonly WireValue[] }[] = [];
  const clients = new Map<string, string>();
  const devices = new Map<string, { readonly [key: string]: OutgoingValue }>();
  const values = new Map<string, boolean | number | string>();
  const master = new Map<string, boolean | number | string>();
  const sessions = new Set<string>();
  const logouts: string[] = [];
  const watchers = new Set<() => void>();
  let logins = 0;

  addSwitch('LEQ1234567');

  function addSwitch(address: string): void {
    devices.set(address, {
      ADDRESS: address,
      TYPE: 'HM-LC-Sw1-FM',
      PARENT: '',
      CHILDREN: [`${address}:1`],
      PARAMSETS: ['MASTER'],
      FIRMWARE: '2.5',
      VERSION: 1,
    });
    devices.set(`${address}:1`, {
      ADDRESS: `${address}:1`,
      TYPE: 'SWITCH',
      PARENT: address,
      PARENT_TYPE: 'HM-LC-Sw1-FM',
      INDEX: 1,
      PARAMSETS: ['MASTER', 'VALUES', 'LINK'],
      VERSION: 1,
    });
  }

  async function send(method: string, params: (id: string) => readonly OutgoingValue[]): Promise<void> {
    if (mood.deaf) return;
    for (const [url, id] of clients) {
      await fetch(url, { method: 'POST', body: new Uint8Array(encodeXmlRpcCall(method, params(id))) }).catch(
        () => undefined,
      );
    }
  }

  function answer(method: string, params: readonly WireValue[]): OutgoingValue {
    switch (method) {
      case 'system.listMethods':
        return ['ping', 'init'];
      case 'init':
        if ((params[1] ?? '') === '') clients.delete(String(params[0]));
        else {
          clients.set(String(params[0]), String(params[1]));
          void send('newDevices', (id) => [id, [...devices.values()]]);
        }
        return '';
      case 'ping':
        void send('event', (id) => [id, 'CENTRAL', 'PONG', String(params[0])]);
        return [true];
      case 'listDevices':
        return [...devices.values()];
      case 'getDeviceDescription':
        return devices.get(String(params[0])) ?? '';
      case 'getParamsetDescription':
        return (DESCRIPTION[String(params[1])] ?? {}) as OutgoingValue;
      case 'setValue':
        if (mood.swallow) return '';
        values.set(`${params[0]}.${params[1]}`, params[2] as boolean);
        void send('event', (id) => [id, params[0] as string, params[1] as string, params[2] as OutgoingValue]);
        return '';
      case 'putParamset':
        for (const [parameter, value] of Object.entries(params[2] as Record<string, boolean>)) {
          (params[1] === 'VALUES' ? values : master).set(`${params[0]}.${parameter}`, value);
          if (params[1] === 'VALUES') void send('event', (id) => [id, params[0] as string, parameter, value]);
        }
        return '';
      case 'getParamset':
        return Object.fromEntries(
          [...master].flatMap(([key, value]) => (key.startsWith(`${params[0]}.`) ? [[key.split('.')[1], value]] : [])),
        );
      case 'listBidcosInterfaces':
        return [{ ADDRESS: 'KEQ1', DESCRIPTION: '', TYPE: 'CCU2', DUTY_CYCLE: 12, DEFAULT: true, CONNECTED: true }];
      default:
        return '';
    }
  }

  const rpc = createServer(async (request, response) => {
    const bytes = await body(request);
    const reply = (status: number, content: Buffer | string) => {
      response.writeHead(status, { 'Content-Type': 'text/xml', 'Content-Length': Buffer.byteLength(content) });
      response.end(content);
    };
    if (mood.refuse) {
      request.socket.destroy();
      return;
    }
    if (mood.booting) {
      reply(503, 'CCU not ready yet');
      return;
    }
    const { method, params } = decodeXmlRpcCall(bytes);
    calls.push({ method, params });
    for (const look of [...watchers]) look();
    if (mood.fault !== undefined && (method === 'setValue' || method === 'putParamset')) {
      reply(200, encodeXmlRpcFault(mood.fault.code, mood.fault.message));
      return;
    }
    if (method === mood.missing) {
      reply(200, encodeXmlRpcFault(-1, `${method}: unknown method name`));
      return;
    }
    if (method === 'init' && (params[1] ?? '') === '') await mood.beforeDeregistration();
    reply(200, encodeXmlRpcResponse(answer(method, params)));
  });

  function runScript(script: string): string {
    const header = readScriptHeader(script);
    if (header === undefined || mood.scriptsBroken) return '';
    switch (header.name) {
      case 'names':
        return REGA_SCRIPTS.names.encode([
          { kind: 'D', id: 7, address: 'LEQ1234567', name: 'Lampe Küche', interfaceName: 'BidCos-RF' },
        ]);
      case 'values':
        return REGA_SCRIPTS.values.encode(
          [...values].map(([point, value]) => ({ point: `BidCos-RF.${point}`, value, changedAt: 1000 })),
        );
      case 'users':
        if (mood.userList !== undefined) return mood.userList;
        return REGA_SCRIPTS.users.encode([{ id: 1, name: 'Karl', level: 8, firstName: '', lastName: '' }]);
      default:
        return `@end ${header.name}\n`;
    }
  }

  const json = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(404).end();
      return;
    }
    const { id, method, params } = JSON.parse((await body(request)).toString('latin1')) as {
      id: number;
      method: string;
      params: Record<string, string>;
    };
    const reply = (result: unknown, error: unknown = null) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ id, version: '1.1', result, error }));
    };
    const session = params._session_id_ ?? '';
    mood.onJsonCall(method, params);
    if (mood.booting) {
      response.writeHead(503).end('not ready');
    } else if (method === 'Session.login') {
      logins += 1;
      if (params.password !== 'secret' || params.username === 'nobody' || sessions.size >= mood.maxSessions) {
        reply(null, { name: 'JSONRPCError', code: 501, message: 'invalid credentials or too many sessions' });
      } else {
        const sid = mood.sessionId ?? `sid${logins}`;
        sessions.add(sid);
        reply(sid);
      }
    } else if (method === 'Session.logout') {
      logouts.push(session);
      reply(sessions.delete(session));
    } else if (!sessions.has(session)) reply(null, { name: 'JSONRPCError', code: 400, message: denied(0) });
    else if (method === 'CCU.getAuthEnabled' && mood.level < 8) {
      reply(null, { name: 'JSONRPCError', code: 400, message: denied(mood.level) });
    } else if (method === 'ReGa.runScript') reply(runScript(params.script ?? ''));
    else reply(true);
  });

  await Promise.all([listen(rpc), listen(json)]);
  return {
    rpcPort: (rpc.address() as AddressInfo).port,
    jsonPort: (json.address() as AddressInfo).port,
    calls,
    sessions,
    logouts,
    get logins() {
      return logins;
    },
    mood,
    devices,
    values,
    clients,
    called: (method) =>
      new Promise((resolve) => {
        const look = () => {
          if (!calls.some((call) => call.method === method)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      }),
    event: (address, parameter, value) => send('event', (id) => [id, address, parameter, value]),
    newDevice(address) {
      const device = { ADDRESS: address, TYPE: 'HM-X', PARENT: '', PARAMSETS: [], VERSION: 1 };
      devices.set(address, device);
      return send('newDevices', (id) => [id, [device]]);
    },
    async close() {
      for (const server of [rpc, json]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function denied(level: number): string {
  return `access denied ("ADMIN" needed ${level})`;
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
}

async function body(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
