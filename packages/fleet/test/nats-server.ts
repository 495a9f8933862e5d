import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

/** The one that is asked for, else where Debian and others put the program; undefined where it is not installed. */
export const natsServer =
  process.env.CCU_GATEWAY_NATS_SERVER ??
  ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'].find((path) => existsSync(path));

/** Where `scripts/ci-tools.mjs` puts one that is newer than that of Debian. */
const NEWER = resolve(import.meta.dirname, '../../../var/tools/nats/usr/sbin/nats-server');

/** One that can keep copies of a stream at several servers, which is 2.10 or newer; undefined where there is none. */
export const natsClusterServer = [natsServer, NEWER].find((path) => path !== undefined && keepsCopies(path));

function keepsCopies(program: string): boolean {
  if (!existsSync(program)) return false;
  return !/v(1|2\.\d)\./.test(execFileSync(program, ['--version'], { encoding: 'utf8' }));
}

/** A server on the loopback, in a folder of its own. */
export interface NatsServer {
  readonly port: number;
  readonly url: string;
  /** Ends it at once, as a crash does. Its stored data stay. */
  kill(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGHUP'): void;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

/** With JetStream. */
export const startNatsServer = (...args: readonly string[]) => startProgram(natsServer, storing(args));

export const startPlainServer = (...args: readonly string[]) => startProgram(natsServer, () => args);

export const startClusterServer = (...args: readonly string[]) => startProgram(natsClusterServer, storing(args));

/** Room that each log reserves, however small the disk of this machine is. */
const STORE = '1TB';

const storing = (args: readonly string[]) => (folder: string) => {
  const stored = ['-js', '-sd', folder];
  if (args.includes('-c')) return [...stored, ...args];
  const config = join(folder, 'nats.conf');
  writeFileSync(config, `jetstream { max_file_store: ${STORE} }\n`);
  return [...stored, '-c', config, ...args];
};

async function startProgram(
  program: string | undefined,
  argsIn: (folder: string) => readonly string[],
): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'nats-'));
  let process: ChildProcess | undefined;
  let port = -1;
  const start = async () => {
    const all = ['-a', '127.0.0.1', '-p', String(port), ...argsIn(folder)];
    process = spawn(program ?? '', all, { stdio: ['ignore', 'ignore', 'pipe'] });
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
    signal: (signal) => void process?.kill(signal),
    start,
    async dispose() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As an operator would. */
export async function removeStream({ url }: Pick<NatsServer, 'url'>, name: string): Promise<void> {
  const connection = await connect({ servers: url });
  try {
    await (await jetstreamManager(connection)).streams.delete(name);
  } finally {
    await connection.close();
  }
}

/** The port, once it reports that it is ready. */
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
