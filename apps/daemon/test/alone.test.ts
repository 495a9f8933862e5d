import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { recordModules } from './asked-modules.js';
import { daemonBin, type Running, start } from './process.js';

const PASSWORD = 'a long password';
const headers = { authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}` };
/** Packages and libraries of several gateways. */
const OF_FLEET =
  /^@nats-io\/|^nats\b|^pg\b|^@ccu-gateway\/fleet|jetstream|postgres|[/]node_modules[/](pg|@nats-io)[/]/m;

let dir: string;
let running: Running | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-alone-'));
});
afterEach(async () => {
  running?.child.kill('SIGTERM');
  await running?.exited;
  running = undefined;
  rmSync(dir, { recursive: true, force: true });
});

/** Starts the built gateway in a process of its own. */
function startDaemon(settings: object, tls?: object) {
  const { args, asked } = recordModules(dir);
  const config = join(dir, 'config.yaml');
  const rest = { listen: '127.0.0.1:0', auth: { users: { anna: PASSWORD } }, ...(tls && { tls }) };
  const callback = { host: '127.0.0.1', port: 0, bin_port: 0 };
  writeFileSync(config, stringify({ ...settings, north: { rest }, callback }));
  const run = ['run', '--config', config, '--data-dir', join(dir, 'data')];
  running = start(process.execPath, [...args, daemonBin, ...run]);
  return { gateway: running, asked };
}

it('a single gateway loads no file for several gateways, also when it is asked for them', async () => {
  const { gateway, asked } = startDaemon({});
  const [, url = ''] = await gateway.until(/"url":"(http:[^"]+)","msg":"listening"/);
  const ask = async (path: string) => (await fetch(`${url}${path}`, { headers })).text();
  expect(JSON.parse(await ask('/api/v1/diagnostics/fleet'))).toMatchObject({ enabled: false });
  for (const path of ['/api/v1/health', '/metrics']) expect(await ask(path)).not.toContain('fleet');
  expect(asked()).toContain('/better-sqlite3/');
  expect(asked().match(OF_FLEET)).toBeNull();
});

it('a gateway imports no CommonJS module, for which Node would keep the reader of exports in memory', async () => {
  const { gateway, asked } = startDaemon({});
  const [, url = ''] = await gateway.until(/"url":"(http:[^"]+)","msg":"listening"/);
  expect((await fetch(`${url}/api/v1/devices`, { headers })).status).toBe(200);
  expect(asked()).toMatch(/^hono \S+ module$/m);
  expect(asked()).toMatch(/^pino \S+ required$/m);
  expect(asked()).not.toMatch(/^\S+ \S+ commonjs$/m);
});

it('a certificate is made by packages that are required, which Node may load twice where it imports them', async () => {
  const { gateway, asked } = startDaemon({}, { mode: 'self-signed' });
  await gateway.until(/"url":"(https:[^"]+)","msg":"listening"/);
  expect(asked()).toMatch(/^@peculiar\/asn1-x509 \S+ required$/m);
  expect(asked()).not.toMatch(/^\S+ \S+ commonjs$/m);
});

it('a gateway of a fleet loads these files, and names servers that do not answer', async () => {
  const { gateway, asked } = startDaemon({ fleet: { nats: { servers: ['nats://127.0.0.1:1'] } } });
  expect(await gateway.exited).toBe(1);
  expect(gateway.stderr()).toContain('fleet.nats.servers');
  expect(asked()).toMatch(/^@nats-io\/transport-node /m);
});

it('a gateway with PostgreSQL loads its library, and runs while the server is away', async () => {
  const { gateway, asked } = startDaemon({ persistence: { postgres: { host: join(dir, 'no-server') } } });
  await gateway.until(/storage\.shared\.unavailable/);
  await gateway.until(/"msg":"listening"/);
  expect(asked()).toMatch(/^pg /m);
  expect(asked()).not.toMatch(/^@nats-io\//m);
});
