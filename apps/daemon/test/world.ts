import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@ccu-gateway/auth-core';
import { type Simulator, type SimulatorOptions, startSimulator } from '@ccu-gateway/ccu-simulator';
import { vi } from 'vitest';
import { stringify } from 'yaml';
import { type Gateway, startGateway } from '../src/compose/start-gateway.js';
import { loadConfig } from '../src/config/index.js';
import type { Faults } from '../src/parts/faults.js';
import { keepDescriptions } from './descriptions.js';
import { houseWithOnly } from './few-devices.js';
import { sendRequest } from './request.js';

export interface WorldOptions {
  readonly simulator?: SimulatorOptions;
  /**
   * Addresses of the devices that the CCU has. Default: all of the invented installation, whose values are two thirds of the work
   * of a start; tests about something else name the few devices they use.
   */
  readonly only?: readonly string[];
  /** Connects with this CCU of another world, which closes it, instead of one of its own. */
  readonly at?: Simulator;
  /** Merged over the configuration file, key by key at the first level. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Merged over the configuration of the one central. */
  readonly central?: Readonly<Record<string, unknown>> | ((simulator: Simulator) => Readonly<Record<string, unknown>>);
  /** Default: values are not recorded, which is a third of what a start calculates. */
  readonly history?: true;
  readonly dataDir?: string;
  /** Asks the CCU for every description, as a first start does. Default: types of the invented house are known already. */
  readonly firstStart?: true;
  /** Default true: the world is ready only when every interface is connected and the hub was read once. */
  readonly waitForCcu?: boolean;
  /** Default true. False where the hub of the CCU cannot be read. */
  readonly waitForHub?: boolean;
  /** Environment variables the configuration is read with. */
  readonly env?: Readonly<Record<string, string>>;
  /** Merged over the short ones that every world has. */
  readonly timings?: NonNullable<Parameters<typeof startGateway>[0]['timings']>;
  /** Looks for CCUs at the simulated one only, which must have the port `ssdp`. */
  readonly searchAtSimulator?: true;
  /** Whether a start with the configuration as it is would be accepted. Without it a restore is refused. */
  readonly restartable?: () => boolean;
  /** Faults of the process that no code has taken. */
  readonly faults?: Faults;
  /** The restore that this start follows. */
  readonly restored?: Awaited<ReturnType<Gateway['carryOutRestore']>>;
  /** Default true. Without them nobody can get in, as on a first run. */
  readonly mintTokens?: boolean;
}

/** A simulated CCU with a gateway in this process, an admin, an operator and a viewer token. */
export interface World {
  readonly simulator: Simulator;
  readonly gateway: Gateway;
  readonly url: string;
  readonly dataDir: string;
  /** Everything the gateway logged. */
  readonly logged: () => string;
  readonly tokens: Readonly<Record<'admin' | 'operator' | 'viewer', string>>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Stops the gateway and starts it anew on the same data directory and the same simulated CCU. */
  restart(changes?: Pick<WorldOptions, 'waitForHub' | 'restored'>): Promise<World>;
  /** Also closes the world that was started anew of it: a gateway that stays would connect to CCUs of later tests. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface CallOptions {
  readonly as?: 'admin' | 'operator' | 'viewer' | 'stranger';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

/** The account the gateway itself uses at the simulated CCU. */
export const CCU_USER = { name: 'Gateway', password: 'geheim-und-lang', level: 8 } as const;
const BY = { subject: 'test', scheme: 'cli', peer: '' } as const;

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const simulator =
    options.at ?? (await startSimulator({ users: [CCU_USER], ...houseOf(options), ...options.simulator }));
  const temporary = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'ccu-gateway-world-'));
  const hasKnownTypes = options.simulator?.dataDir === undefined && options.config?.centrals === undefined;
  if (temporary && hasKnownTypes && !options.firstStart) await keepDescriptions(dataDir);
  return startOn(simulator, dataDir, options, async () => {
    if (options.at === undefined) await simulator.close();
    if (temporary) rmSync(dataDir, { recursive: true, force: true });
  });
}

function houseOf({ only }: WorldOptions): SimulatorOptions {
  return only === undefined
    ? {}
    : { house: houseWithOnly(only), ...(only.length === 0 ? { interfaces: ['HmIP-RF'] } : {}) };
}

async function startOn(
  simulator: Simulator,
  dataDir: string,
  options: WorldOptions,
  dispose: () => Promise<void>,
): Promise<World> {
  const file = join(dataDir, 'world.yaml');
  writeFileSync(file, stringify(configOf(simulator, options)), { mode: 0o600 });
  const lines: string[] = [];
  const gateway = await startGateway({
    loaded: loadConfig({ argv: ['--config', file, '--data-dir', dataDir], env: options.env ?? {}, cwd: dataDir }),
    environment: () => undefined,
    restartable: options.restartable,
    restored: options.restored,
    ...(options.faults === undefined ? {} : { faults: options.faults }),
    ...(options.searchAtSimulator ? { searchAt: { address: simulator.host, port: simulator.ports.ssdp ?? 0 } } : {}),
    out: { write: (line) => void lines.push(line) },
    hubSettleMs: 20,
    hubRetryMs: 250,
    identityWaitMs: 3_000,
    firmwareCheckMs: 20,
    timings: { warmUpMs: 0, descriptionGapMs: 0, coalesceMs: 0, retryMinMs: 50, retryMaxMs: 200, ...options.timings },
  });
  const token = (role: Role) => (options.mintTokens === false ? '' : mint(gateway, role));
  const tokens = { admin: await token('admin'), operator: await token('operator'), viewer: await token('viewer') };

  async function call(
    method: string,
    path: string,
    { as = 'admin', body, headers }: CallOptions = {},
  ): Promise<Answer> {
    const {
      status,
      headers: answered,
      text,
    } = await sendRequest(new URL(path, gateway.url), {
      method,
      headers: {
        ...(as === 'stranger' ? {} : { authorization: `Bearer ${tokens[as]}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = answered.get('content-type')?.includes('json') === true;
    return { status, headers: answered, text, json: isJson ? JSON.parse(text) : undefined };
  }

  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= gateway.stop('test');
    return stopped;
  };
  let successor: World | undefined;
  const close = async () => {
    if (successor !== undefined) return successor.close();
    await stop();
    await dispose();
  };

  if (options.waitForCcu !== false) {
    await vi.waitFor(
      () => {
        const states = gateway.centrals.all().flatMap((ccu) => ccu.status().map((each) => each.state));
        if (states.length === 0 || states.some((state) => state !== 'connected')) throw new Error(states.join(', '));
      },
      { timeout: 50_000, interval: 20 },
    );
    // Its lists are read a moment after the interfaces are connected, and are refused until then.
    if (options.waitForHub !== false && options.mintTokens !== false) await hubRead(call);
  }

  return {
    simulator,
    gateway,
    url: gateway.url,
    dataDir,
    logged: () => lines.join(''),
    tokens,
    call,
    async restart(changes) {
      await stop();
      successor = await startOn(simulator, dataDir, { ...options, ...changes }, dispose);
      return successor;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const HUB_LISTS = ['programs', 'sysvars', 'alarm-messages', 'service-messages', 'inbox'];

async function hubRead(call: World['call']): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const list of HUB_LISTS) {
        const { status, json } = await call('GET', `/api/v1/${list}`);
        if (status === 503) throw new Error(json.detail);
      }
    },
    { timeout: 50_000, interval: 20 },
  );
}

async function mint(gateway: Gateway, role: Role): Promise<string> {
  const created = await gateway.auth.tokens.create({ subject: `test-${role}`, role }, BY);
  if (!created.ok) throw new Error(created.problem.detail);
  return created.value.token;
}

/** The configuration of a gateway whose one CCU is the simulated one. */
export function configOf(
  simulator: Simulator,
  options: Pick<WorldOptions, 'central' | 'config' | 'history'>,
): Record<string, unknown> {
  const { host, ports, interfaces } = simulator;
  const { central } = options;
  return {
    logging: { level: 'debug' },
    north: { rest: { listen: '127.0.0.1:0' } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    ...(options.history ? {} : { history: { enabled: false } }),
    centrals: [
      {
        name: 'home',
        host,
        interfaces: interfaces.map((name) => ({ name, port: ports[name] })),
        json_rpc_port: ports.jsonRpc,
        // Left out it is that of a CCU, where something else of this machine may listen.
        rega_port: ports.rega,
        username: CCU_USER.name,
        password: CCU_USER.password,
        ...(typeof central === 'function' ? central(simulator) : central),
      },
    ],
    ...options.config,
  };
}
