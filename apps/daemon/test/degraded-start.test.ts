import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { type Gateway, type GatewayOptions, startGateway } from '../src/compose/start-gateway.js';
import { loadConfig } from '../src/config/index.js';
import { systemTime } from '../src/time/time.js';
import { daemonBin, start as startProcess } from './process.js';

const ANNA = { username: 'anna', password: 'ein langes Passwort' };
const EVE = { username: 'eve', password: 'ein anderes Passwort' };

describe('a gateway with failing storage at its start', () => {
  let dir: string;
  let dataDir: string;
  let database: string;
  let running: Gateway | undefined;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'degraded-start-'));
    dataDir = join(dir, 'data');
    database = join(dataDir, 'ccu-gateway.db');
    const callback = { host: '127.0.0.1', port: 0, bin_port: 0 };
    writeFileSync(join(dir, 'config.yaml'), stringify({ callback, north: { rest: { listen: '127.0.0.1:0' } } }));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await running?.stop('test');
    running = undefined;
    rmSync(dir, { recursive: true, force: true });
  });

  const args = () => ['--config', join(dir, 'config.yaml'), '--data-dir', dataDir];
  async function start(options: Partial<GatewayOptions> = {}): Promise<Gateway> {
    const loaded = loadConfig({ argv: args(), env: {}, cwd: dir });
    running = await startGateway({ loaded, out: { write: () => undefined }, environment: () => undefined, ...options });
    return running;
  }
  const get = async (path: string) => fetch(`${running?.url}${path}`, { redirect: 'manual' });
  const post = async (path: string, body: object) =>
    fetch(`${running?.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function setUp(): Promise<void> {
    const gateway = await start();
    expect((await post('/setup', ANNA)).status).toBe(204);
    await gateway.stop('test');
    running = undefined;
  }
  async function storageNote(): Promise<string> {
    const { components } = (await (await get('/api/v1/health')).json()) as {
      components: { name: string; status: string; note?: string }[];
    };
    const found = components.find(({ name }) => name === 'storage');
    return `${found?.status}: ${found?.note}`;
  }

  it('starts with a damaged database, reports that on the sign-in page, keeps setup closed and replaces nothing', async () => {
    await setUp();
    truncateSync(database, 0);
    await start();
    expect(await storageNote()).toMatch(/^degraded: the database is damaged.*restart the gateway/);
    const page = await (await get('/login')).text();
    expect(page).toMatch(/role="status">Accounts of the gateway cannot sign in at the moment: the database is damaged/);
    expect(page).not.toContain(dataDir);
    expect((await get('/setup')).headers.get('location')).toBe('/login');
    expect([(await post('/setup', EVE)).status, (await post('/auth/login', ANNA)).status]).toEqual([503, 503]);
    expect(readFileSync(database)).toHaveLength(0);
  });

  it('signs accounts in where the directory accepts no file, and restarts by itself once it does', async () => {
    await setUp();
    const whole = readFileSync(database);
    // Where SQLite would put the file that connections share: a link to nowhere takes none.
    symlinkSync(join(dir, 'nowhere', 'else'), `${database}-shm`);
    const looks: (() => void)[] = [];
    const { after } = systemTime;
    vi.spyOn(systemTime, 'after').mockImplementation((delayMs, callback) => {
      if (delayMs === 60_000) looks.push(callback);
      return after(delayMs, callback);
    });
    let restartable = false;
    const gateway = await start({ restartable: () => restartable });
    const said = vi.fn();
    void gateway.stopRequested.then(said);
    const look = () => looks.splice(0).forEach((each) => void each());

    expect(await storageNote()).toMatch(/^degraded: .*can be read and not changed; the gateway starts anew by itself/);
    expect(await (await get('/login')).text()).not.toContain('cannot sign in');
    expect((await get('/setup')).headers.get('location')).toBe('/login');
    expect([(await post('/setup', EVE)).status, (await post('/auth/login', ANNA)).status]).toEqual([409, 200]);
    expect(readFileSync(database)).toEqual(whole);

    rmSync(`${database}-shm`);
    look();
    await expect.poll(() => looks.length).toBeGreaterThan(0);
    expect(said).not.toHaveBeenCalled();
    restartable = true;
    await expect
      .poll(() => {
        look();
        return said.mock.calls;
      })
      .toEqual([['storage works again']]);
    await gateway.stop('test');
    await start();
    expect(await storageNote()).toBe('healthy: undefined');
    expect((await post('/auth/login', ANNA)).status).toBe(200);
  });

  it('starts where not even a key can be written, opens no setup and leaves nothing behind', async () => {
    symlinkSync(join(dir, 'nowhere', 'else'), dataDir);
    await start();
    expect(await storageNote()).toMatch(/^degraded: the data directory takes no key/);
    expect((await get('/setup')).headers.get('location')).toBe('/login');
    expect((await post('/setup', EVE)).status).toBe(503);
    expect(readdirSync(dir).sort()).toEqual(['config.yaml', 'data']);
  });

  it('continues when the reader of its log goes away, and ends cleanly on a signal', async () => {
    const daemon = startProcess(process.execPath, [daemonBin, 'run', ...args()], { env: { CI: '1' } });
    const [, url] = await daemon.until(/"url":"([^"]+)","msg":"listening"/);
    daemon.child.stdout?.destroy();
    daemon.child.stderr?.destroy();
    // The line of a failed sign-in is the first one without a reader.
    const refused = () => fetch(`${url}/api/v1/auth/me`, { headers: { authorization: `Basic ${btoa('eve:wrong')}` } });
    expect([(await refused()).status, (await refused()).status]).toEqual([401, 401]);
    daemon.child.kill('SIGTERM');
    expect(await daemon.exited).toBe(0);
  });
});
