import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type Gateway, startGateway } from '../src/compose/start-gateway.js';
import { loadConfig } from '../src/config/index.js';

interface MemberOptions {
  /** In base64. */
  readonly key?: string;
  /** The key of its data directory instead. */
  readonly ownKey?: true;
  readonly postgres?: object;
  readonly bootstrap?: object;
  /** Users that the configuration file of this one alone has. */
  readonly users?: Readonly<Record<string, string>>;
  readonly name?: string;
  /** Of one that was stopped; its configuration is taken as it is. */
  readonly dir?: string;
}

/** Gateways without CCUs in this process, each with a data directory of its own. */
export function openFleet(postgres: () => object, key = Buffer.alloc(32, 1).toString('base64')) {
  const members: { readonly gateway: Gateway; readonly dir: string }[] = [];

  async function start(options: MemberOptions = {}) {
    const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'fleet-'));
    const lines: string[] = [];
    const callback = {
      ...{ host: '127.0.0.1', port: 0, bin_port: 0 },
      ...(options.name !== undefined && { instance_name: options.name }),
    };
    const persistence = { postgres: { ...postgres(), ...options.postgres } };
    const { bootstrap = {}, users = {} } = options;
    const north = { rest: { listen: '127.0.0.1:0', auth: { users } } };
    const config = { logging: { level: 'debug' }, bootstrap, callback, persistence, north };
    const file = join(dir, 'config.yaml');
    if (options.dir === undefined) writeFileSync(file, stringify(config), { mode: 0o600 });
    const env = options.ownKey ? {} : { SERVICE_SECRET_KEY: options.key ?? key };
    const loaded = loadConfig({ argv: ['--config', file, '--data-dir', join(dir, 'data')], env, cwd: dir });
    const gateway = await startGateway({
      loaded,
      out: { write: (line) => void lines.push(line) },
      environment: () => undefined,
      restartable: () => true,
    }).catch((error: unknown) => {
      rmSync(dir, { recursive: true, force: true });
      throw error;
    });
    members.push({ gateway, dir });
    const call = async (path: string, init: RequestInit & { readonly token?: string } = {}) => {
      const { token, ...rest } = init;
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const response = await fetch(`${gateway.url}/api/v1${path}`, { redirect: 'manual', headers, ...rest });
      const text = await response.text();
      // Tests look into bodies of every shape.
      return { status: response.status, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
    };
    return { gateway, loaded, dir, file, call, logged: () => lines.join('') };
  }

  return {
    start,
    async close() {
      for (const { gateway, dir } of members.splice(0)) {
        await gateway.stop('test');
        rmSync(dir, { recursive: true, force: true });
      }
    },
  };
}

/** Creates a token at a gateway as the command line does. */
export async function mintAt({ auth }: Gateway, role: 'admin' | 'viewer', subject: string): Promise<string> {
  const made = await auth.tokens.create({ subject, role }, { subject: 'test', scheme: 'cli', peer: '' });
  if (!made.ok) throw new Error(made.problem.reason);
  return made.value.token;
}
