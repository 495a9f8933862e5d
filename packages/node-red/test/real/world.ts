// The gateway of the demo and Node-RED, each in a process of its own that can be ended and started again.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';

const repository = resolve(import.meta.dirname, '../../../..');

/** A process, and the part of its output that was waited for. */
interface Started {
  readonly child: ChildProcess;
  readonly match: RegExpMatchArray;
  readonly output: () => string;
}

async function start(command: string, args: readonly string[], ready: RegExp): Promise<Started> {
  const child = spawn(command, [...args], { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('text');
    });
  }
  child.once('exit', () => child.emit('text'));
  for (;;) {
    const match = ready.exec(output);
    if (match) return { child, match, output: () => output };
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${command} ended:\n${output}`);
    await once(child, 'text');
  }
}

async function end({ child }: Started, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** A folder for the files of one process, removed with `remove`. */
function temporary(name: string) {
  const path = mkdtempSync(join(tmpdir(), `ccu-gateway-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A data point, as far as the tests wait for it. */
interface Point {
  readonly value?: unknown;
  readonly pending?: boolean;
}

/** The demo, at the address that it had before once it is started again. */
export async function openGateway() {
  const data = temporary('demo');
  let listen = '127.0.0.1:0';
  const launch = () => {
    const args = ['apps/daemon/dist/main.js', 'demo', '--json', '--listen', listen, '--data-dir', data.path];
    return start(process.execPath, args, /^\{.*\}$/m);
  };
  let running = await launch();
  const { url, token } = JSON.parse(running.match[0]) as { readonly url: string; readonly token: string };
  listen = new URL(url).host;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const pointAt = (path: string) => `${url}/api/v1/devices/${path}`;
  /** Resolves when the data point is there and fits: the devices are loaded after the listener starts. */
  const until = (path: string, fits: (point: Point) => boolean) =>
    vi.waitFor(
      async () => {
        const answer = await fetch(pointAt(path), { headers });
        if (!answer.ok || !fits((await answer.json()) as Point)) throw new Error(`${path}: ${answer.status}`);
      },
      { timeout: 100_000, interval: 50 },
    );
  return {
    url,
    token,
    /** Sends a value to a data point and waits for its confirmation. */
    async set(path: string, value: unknown): Promise<void> {
      await until(path, () => true);
      const answer = await fetch(`${pointAt(path)}/value`, { method: 'PUT', headers, body: JSON.stringify({ value }) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await until(path, (point) => point.value === value && point.pending !== true);
    },
    end: (signal: 'SIGTERM' | 'SIGKILL') => end(running, signal),
    async restart(): Promise<void> {
      running = await launch();
    },
    async close(): Promise<void> {
      await end(running, 'SIGTERM');
      data.remove();
    },
  };
}

/** Node-RED with the packed nodes in its folder. */
export async function openNodeRed() {
  const { CCU_GATEWAY_NODE_RED: installed = '', CCU_GATEWAY_NODE_RED_PACKED: packed = '' } = process.env;
  const user = temporary('node-red-user');
  const nodes = join(user.path, 'node_modules/@ccu-gateway/node-red');
  mkdirSync(nodes, { recursive: true });
  const [tarball = ''] = readdirSync(packed);
  execFileSync('tar', ['-xzf', join(packed, tarball), '-C', nodes, '--strip-components', '1']);
  const script = join(import.meta.dirname, 'start-node-red.cjs');
  const node = join(installed, 'node/node_modules/node/bin/node');
  const launch = () => start(node, [script, installed, user.path], /^listening (\d+)$/m);
  let running = await launch();
  const url = () => `http://127.0.0.1:${running.match[1]}`;
  return {
    url,
    userDir: user.path,
    nodes,
    output: () => running.output(),
    async deploy(flows: readonly object[], type = 'full'): Promise<void> {
      const headers = { 'content-type': 'application/json', 'node-red-deployment-type': type };
      const answer = await fetch(`${url()}/flows`, { method: 'POST', headers, body: JSON.stringify(flows) });
      if (!answer.ok) throw new Error(`flows: ${answer.status} ${await answer.text()}`);
    },
    async get(path: string): Promise<unknown> {
      return (await fetch(`${url()}${path}`, { headers: { accept: 'application/json' } })).json();
    },
    press: (id: string) => fetch(`${url()}/inject/${id}`, { method: 'POST' }),
    end: (signal: 'SIGTERM' | 'SIGKILL') => end(running, signal),
    async restart(): Promise<void> {
      running = await launch();
    },
    async close(): Promise<void> {
      await end(running, 'SIGTERM');
      user.remove();
    },
  };
}
