import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The one that is asked for, else where Debian and others put the program; undefined where it is not installed. */
export const natsServer =
  process.env.CCU_GATEWAY_NATS_SERVER ??
  ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'].find((path) => existsSync(path));

/** A server with JetStream on the loopback, in a folder of its own. */
export interface NatsServer {
  readonly port: number;
  readonly url: string;
  /** Ends it at once, as a crash does. What it has stored stays. */
  kill(): Promise<void>;
  /** Has it read its configuration again. */
  reload(): void;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

export async function startNatsServer({
  jetStream = true,
  args = [],
}: {
  readonly jetStream?: boolean;
  readonly args?: readonly string[];
} = {}): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nats-'));
  let process: ChildProcess | undefined;
  let port = -1;
  const start = async () => {
    const all = ['-a', '127.0.0.1', '-p', String(port), ...(jetStream ? ['-js', '-sd', folder] : []), ...args];
    process = spawn(natsServer ?? '', all, { stdio: ['ignore', 'ignore', 'pipe'] });
    port = await ready(process);
  };
  const kill = async () => {
    const ended = process;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    await new Promise((resolve) => {
      ended.once('exit', resolve);
      ended.kill('SIGKILL');
    });
  };
  await start();
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    kill,
    reload: () => void process?.kill('SIGHUP'),
    start,
    async dispose() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The port, once it says that it is ready. */
async function ready(process: ChildProcess): Promise<number> {
  const lines: string[] = [];
  if (!process.stderr) throw new Error('nats-server has no output');
  const output = createInterface(process.stderr);
  let port = 0;
  return new Promise((resolve, reject) => {
    output.on('line', (line) => {
      lines.push(line);
      const listening = /Listening for client connections on .*:(\d+)/.exec(line);
      if (listening) port = Number(listening[1]);
      if (line.includes('Server is ready')) resolve(port);
    });
    output.once('close', () => reject(new Error(`nats-server has ended:\n${lines.join('\n')}`)));
    process.once('error', reject);
  });
}
