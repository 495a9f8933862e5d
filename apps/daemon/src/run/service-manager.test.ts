import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createServiceManager, type ServiceManagerOptions } from './service-manager.js';

function world(env: ServiceManagerOptions['env'], send?: ServiceManagerOptions['send']) {
  const sent: string[] = [];
  const failures: unknown[] = [];
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const manager = createServiceManager({
    env,
    pid: 7,
    time: {
      after(ms, run) {
        timers.push({ ms, run });
        return () => undefined;
      },
    },
    monotonicUs: () => 12_345n,
    send: send ?? (async (assignments) => void sent.push(assignments.join(' '))),
    failed: (error) => void failures.push(error),
  });
  return { manager, sent, failures, timers, tick: () => timers.splice(0).map(({ run }) => run()) };
}

const SOCKET = { NOTIFY_SOCKET: '/run/systemd/notify' };

describe('the service manager', () => {
  it('receives the states of the gateway, in order', async () => {
    const { manager, sent } = world(SOCKET);
    void manager.ready('listening on https://localhost:8119');
    void manager.reloading();
    void manager.ready('again');
    await manager.stopping();
    expect(sent).toEqual([
      'READY=1 STATUS=listening on https://localhost:8119',
      'RELOADING=1 MONOTONIC_USEC=12345',
      'READY=1 STATUS=again',
      'STOPPING=1',
    ]);
  });

  it('receives a sign of life twice in its interval, from a timer of the event loop, once the gateway is ready', async () => {
    const { manager, sent, timers, tick } = world({ ...SOCKET, WATCHDOG_USEC: '60000000', WATCHDOG_PID: '7' });
    expect(timers).toEqual([]);
    await manager.ready('x');
    await manager.ready('y');
    expect(timers.map(({ ms }) => ms)).toEqual([30_000]);
    tick();
    await manager.reloading();
    tick();
    await manager.stopping();
    expect(sent.filter((each) => each === 'WATCHDOG=1')).toHaveLength(2);
    // Nothing but the timer sends them: a loop that hangs sends none.
    expect(timers).toHaveLength(1);
  });

  it('gets no queue of signs of life from a machine that cannot send them in time', async () => {
    const waiting: (() => void)[] = [];
    const { manager, tick } = world(
      { ...SOCKET, WATCHDOG_USEC: '2000' },
      () => new Promise((done) => void waiting.push(done)),
    );
    void manager.ready('x');
    for (let beats = 0; beats < 5; beats += 1) tick();
    await Promise.resolve();
    expect(waiting).toHaveLength(1);
  });

  it.each([
    ['none is there', { WATCHDOG_USEC: '60000000' }],
    ['the watchdog is another process', { ...SOCKET, WATCHDOG_USEC: '60000000', WATCHDOG_PID: '8' }],
    ['there is no watchdog', SOCKET],
    ['the time is no number', { ...SOCKET, WATCHDOG_USEC: 'soon' }],
  ])('receives no sign of life where %s', async (_what, env) => {
    const { manager, timers } = world(env);
    await manager.ready('x');
    expect(timers).toEqual([]);
  });

  it('that cannot be reached prevents nothing, and is reported once', async () => {
    const { manager, failures } = world(SOCKET, async () => Promise.reject(new Error('ENOENT')));
    await manager.ready('x');
    await manager.stopping();
    expect(failures).toHaveLength(1);
  });
});

const missing = ['systemd-notify', 'python3'].filter((name) => spawnSync(name, ['--version']).error !== undefined);
const without = missing.length === 0 ? '' : ` (skipped: ${missing.join(' and ')} not installed)`;

it.skipIf(without !== '')(
  `the program of systemd sends its argument to the socket, as one message${without}`,
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'notify-'));
    const socket = join(dir, 'notify.sock');
    const listen = [
      'import socket, sys',
      's = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)',
      `s.bind(${JSON.stringify(socket)})`,
      'print("bound", flush=True)',
      'print(repr(s.recv(4096)), flush=True)',
    ];
    const heard = execFile('python3', ['-c', listen.join('\n')]);
    const text = new Promise<string>((resolve) => {
      let all = '';
      heard.stdout?.on('data', (chunk) => {
        all += String(chunk);
        if (all.startsWith('bound\n') && all.indexOf('\n', 6) > 0) resolve(all.slice(6));
        else if (all === 'bound\n') {
          execFile('systemd-notify', ['READY=1', 'STATUS=listening'], {
            env: { PATH: process.env.PATH, NOTIFY_SOCKET: socket },
          });
        }
      });
    });
    expect(await text).toContain('READY=1\\nSTATUS=listening');
    heard.kill();
    rmSync(dir, { recursive: true, force: true });
  },
);
