import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Auth, Result } from '@ccu-gateway/auth-core';
import { inventedHeatingGroups, inventedHouse, type Simulator, startSimulator } from '@ccu-gateway/ccu-simulator';
import { lockDataDir } from '@ccu-gateway/storage';
import { stringify } from 'yaml';
import { type Gateway, startGateway } from '../compose/start-gateway.js';
import { isPortTaken, LISTEN, loadConfig } from '../config/index.js';
import { openOutput } from '../log/output.js';
import { takeFaults } from '../parts/faults.js';
import { explain } from '../run/run.js';
import { untilStopped } from '../run/signals.js';
import { isLoss } from '../run/written.js';
import { keysHelp, listenToKeys } from './keys.js';

const CENTRAL = 'demo';
const CONNECT_MS = 20_000;
const CCU_USER = { name: 'Gateway', password: 'gateway', level: 8 } as const;

/** Starts a simulated CCU and the gateway beside it. Ends with Ctrl-C, `q`, SIGTERM, or the script that started it. */
export async function runDemo(argv: readonly string[]): Promise<number> {
  let options: DemoOptions;
  try {
    options = parseDemoOptions(argv);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const faults = takeFaults(process);
  const stopped = untilStopped(process);
  const temporary = options.dataDir === undefined;
  const dataDir = temporary ? mkdtempSync(join(tmpdir(), 'ccu-gateway-demo-')) : resolve(options.dataDir ?? '');
  try {
    // Before anything is started or written: the gateway itself claims it only later.
    if (!temporary) (await lockDataDir(dataDir)).release();
  } catch (error) {
    return explain(error);
  }
  const simulator = await startSimulator({
    life: true,
    seed: Date.now() % 1_000_000,
    users: [CCU_USER],
    ...(options.house === undefined
      ? { house: { ...inventedHouse(), heatingGroups: inventedHeatingGroups } }
      : { dataDir: resolve(options.house) }),
  });
  let gateway: Gateway | undefined;
  try {
    const start = prepareGateway(simulator, dataDir, faults);
    try {
      gateway = await startAtFreePort(start, options.listen);
    } catch (error) {
      return explain(error);
    }
    const accounts = await createDemoAccounts(gateway.auth);
    await Promise.race([whenConnected(gateway), stopped]);
    // Without these lines no user can sign in.
    process.stdout.once('error', (error) => isLoss(error) && interrupt());
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ url: gateway.url, ...accounts })}\n`
        : welcome(gateway.url, accounts, { temporary, cli: options.cli }),
    );
    const keys = listenToKeys(process.stdin, (text) => process.stdout.write(text), simulator, interrupt);
    const why = await Promise.race([stopped, gateway.stopRequested]);
    keys.close();
    await gateway.stop(why);
    gateway = undefined;
    return 0;
  } finally {
    await gateway?.stop('the demo failed to start');
    await simulator.close();
    if (temporary) rmSync(dataDir, { recursive: true, force: true });
  }
}

const interrupt = () => process.kill(process.pid, 'SIGINT');

type StartAt = (listen: string) => Promise<Gateway>;

/** Writes the configuration for this CCU; the gateway is started with it. */
function prepareGateway(simulator: Simulator, dataDir: string, faults: ReturnType<typeof takeFaults>): StartAt {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const config = join(dataDir, 'demo.yaml');
  writeFileSync(config, demoConfig(simulator), { mode: 0o600 });
  const out = openOutput(process.stderr);
  return async (listen) => {
    // The environment of a real gateway must not leak into a demo.
    const argv = ['--config', config, '--data-dir', dataDir, '--listen', listen];
    return await startGateway({
      loaded: loadConfig({ argv, env: {}, cwd: dataDir }),
      out,
      environment: () => undefined,
      faults,
      timings: { warmUpMs: 500, descriptionGapMs: 0 },
    });
  };
}

/** Listens on another port when another program has this one. */
async function startAtFreePort(start: StartAt, listen: string): Promise<Gateway> {
  try {
    return await start(listen);
  } catch (error) {
    const host = freeHost(listen, error);
    if (host === undefined) throw error;
    process.stderr.write(`Port ${portOf(listen)} is in use; the demo listens on a free port instead.\n`);
    return await start(`${host}:0`);
  }
}

/** Resolves when every interface is connected, or after a time limit: the pages show missing ones. */
function whenConnected({ centrals }: Gateway): Promise<void> {
  return new Promise((settle) => {
    const ready = () => centrals.all().every((ccu) => ccu.status().every((each) => each.connected));
    const offs = centrals.all().map((ccu) => ccu.on((event) => event.type === 'link_state' && ready() && done()));
    const timer = setTimeout(done, CONNECT_MS);
    function done(): void {
      clearTimeout(timer);
      for (const off of offs) off();
      settle();
    }
    if (ready()) done();
  });
}

const portOf = (listen: string) => listen.slice(listen.lastIndexOf(':') + 1);

/** The host to listen on again, at a free port, when another program has the port. */
function freeHost(listen: string, error: unknown): string | undefined {
  return isPortTaken(error, LISTEN) ? listen.slice(0, listen.lastIndexOf(':')) : undefined;
}

function demoConfig({ host, ports, interfaces }: Simulator): string {
  return stringify({
    logging: { level: 'warn', format: 'text' },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    centrals: [
      {
        name: CENTRAL,
        host,
        interfaces: interfaces.map((name) => ({ name, port: ports[name] })),
        json_rpc_port: ports.jsonRpc,
        rega_port: ports.rega,
        username: CCU_USER.name,
        password: CCU_USER.password,
        check_connection_interval: '10s',
        behavior: { sysvar_scan_interval: '30s' },
      },
    ],
  });
}

interface Place {
  /** True when the data is removed with the demo. */
  readonly temporary: boolean;
  readonly cli: string;
}

function welcome(url: string, { admin, viewer, token }: DemoAccounts, { temporary, cli }: Place): string {
  const keys = process.stdin.isTTY ? `\n  keys     ${keysHelp().join('\n           ')}\n` : '';
  return `
  ccu-gateway demo   ${url}   (${temporary ? 'the data is temporary; ' : ''}Ctrl-C stops it)

  sign in  ${admin.username} / ${admin.password}   or   ${viewer.username} / ${viewer.password}
  token    ${token}   (operator, 24 hours)

  export CCU_GATEWAY_URL=${url}
  export CCU_GATEWAY_TOKEN=${token}

  try      curl -s -H "Authorization: Bearer $CCU_GATEWAY_TOKEN" $CCU_GATEWAY_URL/api/v1/devices?per_page=3
           ${cli} events tail 'devices/#' --since last
           ${cli} devices list
${keys}
`;
}

interface DemoOptions {
  readonly json: boolean;
  readonly listen: string;
  /** Absent: a temporary directory that is removed at the end. */
  readonly dataDir?: string;
  /** Directory with device and paramset descriptions; simulates those devices instead of the invented ones. */
  readonly house?: string;
  /** How the command line is started where this demo was. */
  readonly cli: string;
}

/** @throws Error naming the flag that is wrong */
function parseDemoOptions(argv: readonly string[]): DemoOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'boolean', default: false },
      listen: { type: 'string', default: ':8119' },
      'data-dir': { type: 'string' },
      house: { type: 'string' },
      cli: { type: 'string', default: 'npx @ccu-gateway/cli' },
    },
  });
  return {
    json: values.json,
    listen: values.listen,
    cli: values.cli,
    ...(values['data-dir'] === undefined ? {} : { dataDir: values['data-dir'] }),
    ...(values.house === undefined ? {} : { house: values.house }),
  };
}

interface Account {
  readonly username: string;
  readonly password: string;
}

interface DemoAccounts {
  readonly admin: Account;
  readonly viewer: Account;
  /** An operator's API token, valid for a day. */
  readonly token: string;
}

const BY = { subject: 'demo', scheme: 'cli', peer: '' } as const;

/** Makes the accounts of a demo, or gives them new passwords where the data directory already has them. */
async function createDemoAccounts(auth: Auth): Promise<DemoAccounts> {
  const admin = await account(auth, 'admin', 'admin');
  const viewer = await account(auth, 'viewer', 'viewer');
  const token = take(await auth.tokens.create({ subject: 'demo', role: 'operator', expires_in_days: 1 }, BY));
  return { admin, viewer, token: token.token };
}

async function account(auth: Auth, username: string, role: 'admin' | 'viewer'): Promise<Account> {
  const password = `demo-${randomBytes(6).toString('base64url')}`;
  const known = take(await auth.users.list()).some((user) => user.subject === username);
  if (known) take(await auth.users.update(username, { password }, BY));
  else take(await auth.users.create({ username, password, role }, BY));
  return { username, password };
}

function take<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`The demo's accounts could not be made: ${result.problem.detail}`);
  return result.value;
}
