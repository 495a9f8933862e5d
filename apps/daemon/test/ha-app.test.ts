import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReverseProxy, startReverseProxy } from '@ccu-gateway/auth-core/testing';
import { type Simulator, startSimulator } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openBrowser } from './access/browser.js';
import { daemonBin, finish, type Running, repository, start } from './process.js';

const APP = join(repository, 'apps/ha-app');
const PASSWORD = 'geheim-und-lang';
const PATH = '/api/hassio_ingress/abcDEF_-0123456789';
const TOKEN = 'token-of-the-supervisor';
const scratch = mkdtempSync(join(tmpdir(), 'ha-app-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What the supervisor mounts: its options in `data`, the user's own files in `config`. */
function createVolumes(options: unknown, own?: string) {
  const folder = mkdtempSync(join(scratch, 'app-'));
  const [data, config] = [join(folder, 'data'), join(folder, 'config')];
  for (const each of [data, config]) mkdirSync(each);
  writeFileSync(join(data, 'options.json'), typeof options === 'string' ? options : JSON.stringify(options));
  if (own !== undefined) writeFileSync(join(config, 'gateway.yaml'), own);
  return { data, written: join(data, 'gateway/config.yaml'), env: environment(data, config) };
}

const environment = (data: string, config: string) => ({
  GATEWAY_APP_DATA: data,
  GATEWAY_APP_CONFIG: config,
  GATEWAY_APP_DAEMON: daemonBin,
  SUPERVISOR_TOKEN: TOKEN,
  SERVICE_REST_LISTEN: '127.0.0.1:0',
  SERVICE_CALLBACK_PORT: '0',
  SERVICE_CALLBACK_BIN_PORT: '0',
});

const startApp = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  start(process.execPath, [join(APP, 'start.mjs'), ...args], { env });

describe('the app of Home Assistant, below its supervisor', () => {
  let simulator: Simulator;
  let running: Running;
  let url: string;
  let volumes: ReturnType<typeof createVolumes>;
  let supervisor: ReverseProxy;

  beforeAll(async () => {
    simulator = await startSimulator({ interfaces: ['HmIP-RF'] });
    const ccu = { name: 'home', host: simulator.host, username: 'Gateway', password: PASSWORD, interfaces: 'HmIP-RF' };
    const options = {
      locale: 'de',
      log_level: 'info',
      ccus: [ccu],
      network_access: false,
      matter: false,
      role: 'operator',
      user_roles: [{ user: 'boss-id', role: 'admin' }],
    };
    // The supervisor of this test is on the loopback.
    const own = `north: { rest: { auth: { ha_ingress: { trusted_proxy_cidr: 127.0.0.1/32, role: viewer } } } }
matter: { name: House }\n`;
    volumes = createVolumes(options, own);
    running = startApp(volumes.env);
    url = (await running.until(/url="?(http:[^"\s]+)/))[1] ?? '';
    supervisor = await startReverseProxy(url, {
      prefix: PATH,
      headers: { 'x-ingress-path': PATH, 'x-remote-user-id': 'anna-id', 'x-remote-user-name': 'anna' },
    });
  });
  afterAll(async () => {
    supervisor.close();
    running.child.kill('SIGTERM');
    await running.exited;
    await simulator.close();
  });

  it('has its options as its configuration, over the file of the user', () => {
    const config = parse(readFileSync(volumes.written, 'utf8'));
    expect(config).toMatchObject({
      locale: 'de',
      matter: { name: 'House' },
      north: { rest: { listen: '172.30.32.1:8119', auth: { ha_ingress: { role: 'operator' } } } },
      centrals: [{ name: 'home', host: simulator.host, interfaces: ['HmIP-RF'], username: 'Gateway' }],
    });
    expect(config.matter.enabled).toBeUndefined();
    // The password of a CCU stands in it, as in the options: for the owner of the process alone.
    expect(statSync(volumes.written).mode & 0o777).toBe(0o600);
  });

  it('signs in users of the supervisor, with the role of each, and shows pages below its path', async () => {
    const browser = openBrowser(new URL(supervisor.url).origin);
    const api = (path: string) => `${PATH}/api/v1${path}`;
    const me = await browser.visit('GET', api('/auth/me'));
    expect([me.status, me.json]).toEqual([200, { subject: 'ha-ingress', role: 'operator', scheme: 'ingress' }]);
    expect((await browser.visit('GET', api('/setup/status'))).json).toEqual({ required: false });
    expect((await browser.visit('GET', api('/info'))).json).toMatchObject({ addon_build: false });
    const page = await browser.visit('GET', `${PATH}/`, { headers: { accept: 'text/html' } });
    expect(/<base href="([^"]*)"/.exec(page.text)?.[1]).toBe(`${PATH}/`);
  });

  it('names the user of the supervisor in the audit log', async () => {
    const headers = { 'x-ingress-path': PATH, 'x-remote-user-id': 'boss-id', 'x-remote-user-name': 'boss' };
    const read = await fetch(`${url}/api/v1/audit?op=auth.request`, { headers });
    expect(await read.json()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subject: 'ha-ingress',
          scheme: 'ingress',
          via_user: 'boss-id',
          via_user_name: 'boss',
        }),
      ]),
    );
  });

  it('takes no caller without the path of the supervisor', async () => {
    const headers = { 'x-remote-user-id': 'boss-id', 'x-remote-user-name': 'boss' };
    expect((await fetch(`${url}/api/v1/auth/me`, { headers })).status).toBe(401);
  });

  it('logs neither the token of the supervisor nor the password of the CCU', () => {
    const said = running.stdout() + running.stderr();
    expect(said).not.toContain(TOKEN);
    expect(said).not.toContain(PASSWORD);
  });

  it('is well as long as its port answers', async () => {
    const listening = (listen: string) => {
      const { data, written, env } = createVolumes({});
      mkdirSync(join(data, 'gateway'));
      writeFileSync(written, JSON.stringify({ north: { rest: { listen } } }));
      return finish(startApp(env, '--health'));
    };
    expect((await listening(`:${new URL(url).port}`)).code).toBe(0);
    // A port that was given back could be taken by another program: this one is held at another address.
    const held = createServer().listen(0, '127.0.0.1');
    await once(held, 'listening');
    const { port } = held.address() as AddressInfo;
    expect((await listening(`127.0.0.2:${port}`)).code).toBe(1);
    held.close();
    const before = await finish(startApp(createVolumes({}).env, '--health'));
    expect([before.code, before.stderr]).toEqual([1, 'The gateway was not started yet.\n']);
  });
});

describe('invalid options', () => {
  it.each([
    ['a role there is not', { role: 'root' }, /option role: .*viewer/],
    ['a name that is no option', { roles: 'admin' }, /option \(all\): .*roles/],
    ['a CCU without a host', { ccus: [{ name: 'home' }] }, /option ccus\.0\.host: /],
    [
      'interfaces without names',
      { ccus: [{ name: 'a', host: 'b', interfaces: 'HmIP-RF,' }] },
      /ccus\.0\.interfaces: .*commas/,
    ],
    ['no JSON', '{', /options\.json: /],
    ['a name that the gateway refuses', { ccus: [{ name: 'a b', host: 'ccu' }] }, /centrals.*name/],
  ])('%s: are reported in a line, and nothing starts', async (_what, options, said) => {
    const { env } = createVolumes(options);
    const { code, stdout, stderr } = await finish(startApp(env));
    expect([code, stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(stderr).toContain('The gateway was not started.');
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe('');
  });

  it('an unreadable file of the user: is reported with its name, and the last configuration stays', async () => {
    const { env, written } = createVolumes({}, 'north: [');
    const { code, stderr } = await finish(startApp(env));
    expect([code, stderr]).toEqual([2, expect.stringContaining('gateway.yaml: ')]);
    expect(existsSync(written)).toBe(false);
  });
});

describe('the manifest for the supervisor', () => {
  const config = parse(readFileSync(join(APP, 'config.yaml'), 'utf8'));

  it('has a default or a flag of absence for each option, and texts in both languages', () => {
    const optional = Object.entries(config.schema).filter(([, type]) => typeof type === 'string' && type.endsWith('?'));
    const names = Object.keys(config.schema);
    expect([...Object.keys(config.options), ...optional.map(([name]) => name)].sort()).toEqual([...names].sort());
    for (const language of ['en', 'de']) {
      const { configuration } = parse(readFileSync(join(APP, `translations/${language}.yaml`), 'utf8'));
      expect(Object.keys(configuration)).toEqual(names);
      expect(Object.values(configuration).every((text) => (text as { name?: string }).name)).toBe(true);
    }
  });

  it('gives the panel to administrators, and the port that the gateway listens on', () => {
    expect(config).toMatchObject({ ingress: true, ingress_port: 8119, panel_admin: true, host_network: true });
    expect(readFileSync(join(APP, 'icon.png')).subarray(1, 4).toString()).toBe('PNG');
  });
});
