import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../scripts/lib/free-ports.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** The folder of the programs; undefined where PostgreSQL is not installed. */
const programs = (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
  .sort((one, other) => Number(other) - Number(one))
  .map((version) => join(DEBIAN, version, 'bin'))
  .find((folder) => existsSync(join(folder, 'postgres')));

/** The user that the server runs as; empty for the user of this process. */
type ServerUser = { readonly uid?: number; readonly gid?: number };

/** It refuses to run as root. */
const user: ServerUser | undefined = process.getuid?.() === 0 ? anotherUser() : {};

/** Why no server can be started here; undefined where one can. */
export const noPostgres =
  programs === undefined
    ? `no PostgreSQL in ${DEBIAN}`
    : user === undefined
      ? 'PostgreSQL does not run as root, and there is no other user'
      : undefined;

/** The role that the tests come as, owner of the database `gateway`. */
export const role = { user: 'gateway', password: 'pass-of-the-fleet', database: 'gateway' };

/** A server in a folder of its own, on a unix socket there and, if asked, on a port of the loopback. */
export interface PostgresServer {
  /** Over the unix socket. */
  readonly place: typeof role & { readonly host: string; readonly port: number };
  /** Over TCP on the loopback. */
  readonly tcp: { readonly host: string; readonly port: number };
  readonly folder: string;
  /** Lines that the server has printed. */
  readonly lines: readonly string[];
  /** Ends all of it at once, as a crash of the machine does; confirmed writes are there afterwards. */
  kill(): Promise<void>;
  /** To all of its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Where it runs already nothing happens. */
  start(): Promise<void>;
  /** Runs statements as the owner of the server. */
  sql(text: string, database?: string): void;
  dispose(): Promise<void>;
}

/** Starts a server. Its texts are sorted by a language, which no test may depend on. */
export async function startPostgres(
  options: { readonly tls?: { key: string; cert: string } } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const data = join(folder, 'data');
  hand(folder);
  const bin = (name: string) => join(programs ?? '', name);
  const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en'];
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale];
  execFileSync(bin('initdb'), initdb, { ...user, cwd: folder, stdio: 'ignore' });
  // The owner of the server comes over its socket; all other users prove their identity.
  const encrypted = options.tls === undefined ? 'host' : 'hostssl';
  const rules = ['local all postgres trust', 'local all all scram-sha-256', `${encrypted} all all all scram-sha-256`];
  writeFileSync(join(data, 'pg_hba.conf'), rules.join('\n'));
  const secure = options.tls === undefined ? [] : tlsArguments(data, options.tls);
  const port = await freePort();
  const lines: string[] = [];
  let process: ChildProcess | undefined;

  const startOnce = async () => {
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`];
    const all = [...settings, 'lc_messages=C', 'max_connections=60', ...secure].flatMap((each) => ['-c', each]);
    process = spawn(bin('postgres'), ['-D', data, ...all], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return await ready(process, lines);
  };
  const running = () => (process?.exitCode === null && process.signalCode === null ? process : undefined);
  const kill = async () => {
    const ended = running();
    if (ended === undefined) return;
    const children = childrenOf(ended.pid ?? 0);
    await new Promise((resolve) => {
      ended.once('exit', resolve);
      ended.kill('SIGKILL');
    });
    for (const pid of children) signalQuietly(pid, 'SIGKILL');
  };
  const signal = (name: NodeJS.Signals) => {
    const pid = process?.pid;
    if (pid === undefined) return;
    for (const each of [pid, ...childrenOf(pid)]) signalQuietly(each, name);
  };
  const start = async () => {
    // Remains of the one that was killed may hold its memory for a moment.
    while (running() === undefined && !(await startOnce()));
  };
  const sql = (text: string, database = 'postgres') => {
    const psql = ['-h', folder, '-p', String(port), '-U', 'postgres', '-d', database, '-v', 'ON_ERROR_STOP=1', '-qc'];
    execFileSync(bin('psql'), [...psql, text], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  await start();
  sql(`CREATE ROLE ${role.user} LOGIN PASSWORD '${role.password}'`);
  sql(`CREATE DATABASE ${role.database} OWNER ${role.user}`);
  return {
    place: { ...role, host: folder, port },
    tcp: { host: '127.0.0.1', port },
    folder,
    lines,
    kill,
    signal,
    start,
    sql,
    async dispose() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function tlsArguments(data: string, { key, cert }: { readonly key: string; readonly cert: string }): readonly string[] {
  const files = { key: join(data, 'server.key'), cert: join(data, 'server.crt') };
  writeFileSync(files.key, key, { mode: 0o600 });
  writeFileSync(files.cert, cert);
  for (const file of Object.values(files)) hand(file);
  return ['ssl=on', `ssl_key_file=${files.key}`, `ssl_cert_file=${files.cert}`];
}

/** True once it takes connections, false when it has ended before. */
async function ready(server: ChildProcess, lines: string[]): Promise<boolean> {
  if (!server.stderr) throw new Error('postgres has no output');
  const output = createInterface(server.stderr);
  return await new Promise((resolve, reject) => {
    output.on('line', (line) => {
      lines.push(line);
      if (line.includes('database system is ready to accept connections')) resolve(true);
    });
    server.once('error', reject);
    server.once('exit', () => {
      const said = lines.slice(-3).join('\n');
      if (/pre-existing shared memory|lock file .* already exists|Address already in use/.test(said)) resolve(false);
      else reject(new Error(`postgres has ended:\n${said}`));
    });
  });
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function signalQuietly(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

/** To the user that the server runs as. */
function hand(path: string): void {
  if (user?.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
}

function anotherUser(): ServerUser | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const found = ['postgres', 'nobody'].map((name) => lines.find((line) => line.startsWith(`${name}:`))).find(Boolean);
  const [, , uid, gid] = found?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
