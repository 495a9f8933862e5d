import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { daemonBin, start } from './process.js';
import { connectSocket, subscribe } from './socket.js';

interface Ready {
  readonly url: string;
  readonly admin: { readonly username: string; readonly password: string };
  readonly viewer: { readonly username: string; readonly password: string };
  readonly token: string;
}

async function startDemo(...args: string[]) {
  const demo = start(process.execPath, [daemonBin, 'demo', '--listen', '127.0.0.1:0', ...args]);
  await demo.until(/\n/);
  return { demo, ready: JSON.parse(demo.stdout()) as Ready };
}

const basic = ({ username, password }: Ready['admin']) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

describe('the demo', () => {
  it('prints one JSON line with accounts and a token of the right roles, calls its own CCU only, and closes sockets at its end', async () => {
    const { demo, ready } = await startDemo('--json');
    expect(Object.keys(ready)).toEqual(['url', 'admin', 'viewer', 'token']);
    const get = async (path: string, authorization: string) =>
      (await fetch(`${ready.url}/api/v1${path}`, { headers: { authorization } })).json();
    const roles = [basic(ready.admin), basic(ready.viewer), `Bearer ${ready.token}`].map((each) =>
      get('/auth/me', each),
    );
    expect(await Promise.all(roles)).toMatchObject([{ role: 'admin' }, { role: 'viewer' }, { role: 'operator' }]);

    // Any other program of this machine may have the port for scripts of a CCU.
    const centrals = (await get('/centrals', basic(ready.admin))) as { rega_port?: number }[];
    expect(centrals.map(({ rega_port: port = 0 }) => port > 0 && port !== 8181)).toEqual([true]);

    const { entries } = (await get('/groups', basic(ready.admin))) as { readonly entries: unknown };
    expect(entries).toMatchObject([{ groups: [{ device_address: 'INT0000001' }, { device_address: 'INT0000002' }] }]);

    const socket = await connectSocket(ready.url, ready.token);
    await subscribe(socket, ['*']);
    demo.child.kill('SIGTERM');
    expect([await socket.closed, await demo.exited]).toEqual([1001, 0]);
    expect(socket.frames.some((frame) => frame.type === 'daemon_status.changed')).toBe(true);
    expect(demo.stdout().trimEnd().split('\n')).toHaveLength(1);
  });

  it('keeps its data in the named directory, for its owner and for one process only, and lets clients resume there', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-demo-test-'));
    const first = await startDemo('--json', '--data-dir', dataDir);
    const config = readFileSync(join(dataDir, 'demo.yaml'), 'utf8');
    const refused = start(process.execPath, [daemonBin, 'demo', '--json', '--data-dir', dataDir]);
    expect([await refused.exited, refused.stdout()]).toEqual([6, '']);
    expect(refused.stderr()).toContain(`(process ${first.demo.child.pid}) runs on the data directory ${dataDir}`);
    expect(readFileSync(join(dataDir, 'demo.yaml'), 'utf8')).toBe(config);
    const socket = await connectSocket(first.ready.url, first.ready.token);
    const { seq } = await subscribe(socket, ['*']);
    first.demo.child.kill('SIGTERM');
    expect(await first.demo.exited).toBe(0);
    expect(statSync(join(dataDir, 'ccu-gateway.db')).mode & 0o777).toBe(0o600);

    const second = await startDemo('--json', '--data-dir', dataDir);
    const again = await connectSocket(second.ready.url, first.ready.token);
    await subscribe(again, ['*'], seq);
    expect((await again.until((frame) => /^replay_/.test(frame.op))).op).toBe('replay_done');

    // Killed without warning: what was handed out last is unknown, so an older number must be told about it.
    const { seq: last } = await subscribe(again, ['*']);
    second.demo.child.kill('SIGKILL');
    await second.demo.exited;
    const third = await startDemo('--json', '--data-dir', dataDir);
    const afterCrash = await connectSocket(third.ready.url, first.ready.token);
    await subscribe(afterCrash, ['*'], last);
    expect((await afterCrash.until((frame) => /^replay_/.test(frame.op))).op).toBe('replay_lost');
    third.demo.child.kill('SIGTERM');
    expect(await third.demo.exited).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
    expect(existsSync(dataDir)).toBe(false);
    // Five starts of processes.
  }, 180_000);

  it('takes another port when its own is taken, reports that, and shows commands in the form in which it was started', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const args = ['demo', '--listen', `127.0.0.1:${port}`, '--cli', 'node cli.js'];
    const demo = start(process.execPath, [daemonBin, ...args]);
    await demo.until(/\n {11}node cli\.js devices list\n/);
    expect(demo.stdout()).not.toContain('npx @ccu-gateway');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(demo.stdout()) ?? [];
    expect(new URL(url).port).not.toBe(String(port));
    expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
    expect(demo.stderr()).toContain(`Port ${port} is in use; the demo listens on a free port instead.`);
    demo.child.kill('SIGINT');
    expect(await demo.exited).toBe(0);
    await new Promise((resolve) => taken.close(resolve));
  });

  it('names an unknown flag and starts nothing', async () => {
    const demo = start(process.execPath, [daemonBin, 'demo', '--port', '1']);
    expect(await demo.exited).toBe(2);
    expect(demo.stderr()).toContain('--port');
  });
});
