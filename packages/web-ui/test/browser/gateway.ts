import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type DefinedDevice, type HouseDefinition, startSimulator, type WireValue } from '@ccu-gateway/ccu-simulator';
import { type Account, untilConnected } from './until-connected.js';

const repository = resolve(import.meta.dirname, '../../../..');
const daemonBin = join(repository, 'apps/daemon/dist/main.js');

const CCU_USER = { name: 'Gateway', password: 'gateway', level: 8 } as const;
export const ADMIN: Account = { username: 'admin', password: 'runs-the-whole-house' };

/** A silent CCU, and a gateway that is a process of its own, so that it can go and come back. */
export interface GatewayUnderTest {
  readonly url: string;
  /** Asks the API as the admin; answers the body. */
  api(method: string, path: string, body?: unknown): Promise<unknown>;
  /** A device of the CCU speaks. */
  emit(channelAddress: string, parameter: string, value: WireValue): Promise<void>;
  /** Pairs a device with the CCU. */
  pair(device: DefinedDevice): void;
  /** Switches a fault of the CCU. */
  fault(name: string, args?: unknown): Promise<void>;
  /** Ends when the gateway has said goodbye to everyone. */
  stop(): Promise<void>;
  /** At the same address, with the same data. */
  start(): Promise<void>;
  /** Resolves when every interface is as connected as asked for. */
  untilConnected(connected: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface GatewayOptions {
  /** Names of its CCUs; all of them are the same simulated one. Default: `home`. */
  readonly centrals?: readonly string[];
  /** Members of the section `north.rest` of the configuration. */
  readonly rest?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The account is in `rest` already: setup is closed. */
  readonly hasAccount?: boolean;
  /** There is no account yet: setup is open, and the test makes it. */
  readonly beforeSetup?: boolean;
  /** What stands in the house of the CCU. Default: the invented house. */
  readonly house?: HouseDefinition;
}

export async function startGateway(options: GatewayOptions = {}): Promise<GatewayUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-web-'));
  const simulator = await startSimulator({ users: [CCU_USER], ...(options.house && { house: options.house }) });
  const { ports } = simulator;
  const config = join(dataDir, 'gateway.yaml');
  writeFileSync(config, configOf(ports, options), { mode: 0o600 });
  const run = async (listen: string) => {
    const child = spawnNode([daemonBin, '--config', config, '--data-dir', dataDir, '--listen', listen], options.env);
    const [url = ''] = (await outputUntil(child, /"msg":"listening"/)).match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
    return { child, url };
  };
  let running = await run('127.0.0.1:0');
  const { url } = running;
  const api = openApi(url);
  const control = async (path: string, body: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${ports.control}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const close = async () => {
    await ended(running.child);
    await simulator.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if (options.hasAccount !== true && options.beforeSetup !== true) await api('POST', '/setup', ADMIN);
    if (options.beforeSetup !== true) await untilConnected(url, ADMIN);
  } catch (error) {
    // No test knows of it, so that none would end it.
    await close();
    throw error;
  }
  return {
    url,
    api,
    untilConnected: (connected) => untilConnected(url, ADMIN, connected),
    async emit(channelAddress, parameter, value) {
      simulator.emit(channelAddress, parameter, value);
      await simulator.settled();
    },
    pair: (device) => simulator.house.addDevice(device),
    fault: (name, args = {}) => control(`/faults/${name}`, args),
    stop: () => ended(running.child),
    async start() {
      running = await run(new URL(url).host);
    },
    close,
  };
}

/** YAML takes JSON. */
function configOf(
  { jsonRpc, rega, control: _, ...interfaces }: Readonly<Record<string, number>>,
  { rest, centrals = ['home'] }: GatewayOptions,
): string {
  return JSON.stringify({
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    ...(rest === undefined ? {} : { north: { rest } }),
    centrals: centrals.map((name) => ({
      name,
      host: '127.0.0.1',
      interfaces: Object.entries(interfaces).map(([each, port]) => ({ name: each, port })),
      json_rpc_port: jsonRpc,
      rega_port: rega,
      username: CCU_USER.name,
      password: CCU_USER.password,
      check_connection_interval: '1s',
    })),
  });
}

function openApi(url: string): GatewayUnderTest['api'] {
  const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
  const api: GatewayUnderTest['api'] = async (method, path, body) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(path === '/setup' ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return api;
}

function spawnNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
}

function outputUntil(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((settle, fail) => {
    let text = '';
    for (const output of [child.stdout, child.stderr]) {
      output?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (pattern.test(text)) settle(text);
      });
    }
    child.once('exit', (code) => fail(new Error(`ended with ${code}\n${text}`)));
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()));
  child.kill('SIGTERM');
  return exited;
}
