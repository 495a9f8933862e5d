// Kills the gateway's own commands at moments spread over what they do (a backup, a restore, a rotation of the key, the first start
// of a newer version, which changes the schema), and starts a gateway on what each leaves: it must listen, know its accounts, list
// only whole backups, and open its secrets. On both drivers of SQLite; a Node that has one of its own is fetched where this has none.
// Then a restore, a change of the schema and an update of the add-on are killed before each of their steps, by tests of the suite.
// --moments=N kills each command so often (default 12), --json prints one JSON object as the last line.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { fetchNode } from '../../../scripts/lib/other-node.mjs';
import { tool } from '../../../scripts/lib/run.mjs';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, moments: { type: 'string', default: '12' } } });
const moments = Number(values.moments);
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`);
const PASSPHRASE = 'only for this soak';
const ACCOUNT = { username: 'berta', password: 'only-for-this-soak' };
const main = join(import.meta.dirname, '../dist/main.js');
const root = mkdtempSync(join(tmpdir(), 'ccu-gateway-kills-'));
const dataDir = join(root, 'data');
const config = join(root, 'config.yaml');
const env = { ...process.env, CCU_GATEWAY_BACKUP_PASSPHRASE: PASSPHRASE };
const place = ['--config', config, '--data-dir', dataDir];

/** Written by the first version that had a database, with an account in it. */
const OLD = {
  database: join(import.meta.dirname, '../../../packages/storage/test/old/schema-1.db.gz'),
  account: 'anna',
};
const Database = createRequire(import.meta.url)('../../../packages/storage/test/driver.cjs');
/** The program that runs the gateway. */
let node = process.execPath;
const start = (args) => spawn(node, ['--no-warnings', main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs it to its end, to the kill, or until it says the text. */
function run(args, { killAfterMs, until } = {}) {
  const child = start(args);
  const begun = performance.now();
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      const before = out;
      out += data;
      // Once: a second signal would not let it come to its end.
      if (until !== undefined && out.includes(until) && !before.includes(until)) child.kill('SIGTERM');
    });
  }
  const kill = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((settle) => {
    child.once('close', (code, signal) => {
      clearTimeout(kill);
      settle({ code, signal, out, ms: performance.now() - begun });
    });
  });
}

/** Starts a gateway on what lies there, looks at it, and stops it. Answers what is wrong. */
async function lookAt(others = []) {
  const child = start(['run', ...place]);
  let out = '';
  child.stderr.on('data', (data) => (out += data));
  const ended = new Promise((settle) => child.once('close', (code) => settle(code)));
  try {
    const url = await new Promise((settle, fail) => {
      child.stdout.on('data', (data) => {
        out += data;
        const found = /"url":"(http:[^"]+)"/.exec(out)?.[1];
        if (found !== undefined) settle(found);
      });
      ended.then((code) => fail(new Error(`it does not start (${code}): ${out.slice(-2000)}`)));
    });
    const body = JSON.stringify(ACCOUNT);
    const headers = { 'content-type': 'application/json' };
    const login = await fetch(new URL('/api/v1/auth/login', url), { method: 'POST', headers, body });
    if (login.status >= 300) return `the account is refused with ${login.status}`;
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const users = await (await fetch(new URL('/api/v1/users', url), { headers: { cookie } })).text();
    const lost = others.filter((name) => !users.includes(`"${name}"`));
    if (lost.length > 0) return `accounts were lost: ${lost} (${users.slice(0, 500)})`;
  } catch (error) {
    return error.message;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  const listed = await run(['backup', 'list', '--json', ...place]);
  if (listed.code !== 0) return `backups cannot be listed: ${listed.out}`;
  const broken = JSON.parse(listed.out).data.find(({ problem }) => problem !== null);
  return broken === undefined ? undefined : `the backup ${broken.id} is broken: ${broken.problem}`;
}

/** The data and the configuration as they were before, for each kill anew. */
function begin() {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(join(root, 'before/data'), dataDir, { recursive: true });
  cpSync(join(root, 'before/config.yaml'), config);
}

/** What an earlier version left: its database, and a configuration whose secrets are not sealed. */
function beginOld() {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { mode: 0o700 });
  const file = join(dataDir, 'ccu-gateway.db');
  writeFileSync(file, gunzipSync(readFileSync(OLD.database)), { mode: 0o600 });
  const database = new Database(file);
  // A section of the tests of the storage, which is none of the gateway.
  database.exec('DELETE FROM config_sections');
  database.close();
  cpSync(join(root, 'before/fresh.yaml'), config);
}

async function prepare(driver) {
  for (const folder of [dataDir, join(root, 'before')]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(root, 'before'));
  const central = {
    name: 'house',
    host: '127.0.0.1',
    username: 'a',
    password: 'sealed at the first start',
    interfaces: [{ name: 'HmIP-RF', port: 1 }],
    json_rpc_port: 1,
    rega_port: 0,
  };
  const north = { rest: { listen: '127.0.0.1:0', auth: { users: { [ACCOUNT.username]: ACCOUNT.password } } } };
  const callback = { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: 'kills' };
  const persistence = { sqlite_driver: driver };
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ north, callback, persistence, centrals: [central] }), { mode: 0o600 });
  cpSync(config, join(root, 'before/fresh.yaml'));
  const wrong = await lookAt();
  if (wrong !== undefined) throw new Error(wrong);
  const made = await run(['backup', 'create', '--with-key', '--json', ...place]);
  if (made.code !== 0) throw new Error(made.out);
  cpSync(dataDir, join(root, 'before/data'), { recursive: true });
  cpSync(config, join(root, 'before/config.yaml'));
  cpSync(JSON.parse(made.out).data.file, join(root, 'kept.tar.gz'));
}

const ACTIONS = {
  backup: { args: ['backup', 'create', '--with-key', ...place], begin },
  restore: { args: ['backup', 'restore', join(root, 'kept.tar.gz'), '--with-key', '--yes', ...place], begin },
  rotation: { args: ['secret', 'rotate', ...place], begin },
  update: { args: ['run', ...place], begin: beginOld, until: '"msg":"listening"', accounts: [OLD.account] },
};
const problems = [];
const kills = {};

async function killEach(name, { args, begin: prepared, until, accounts }) {
  prepared();
  const whole = await run(args, { until });
  const wrong = whole.code === 0 ? await lookAt(accounts) : whole.out;
  if (wrong !== undefined) problems.push(`${name}, not killed: ${wrong}`);
  kills[name] = 0;
  for (let moment = 1; moment <= moments; moment += 1) {
    prepared();
    // Its first third only loads the program.
    const killAfterMs = whole.ms * (1 / 3 + (moment * 2) / 3 / (moments + 1));
    const { signal } = await run(args, { killAfterMs });
    if (signal === 'SIGKILL') kills[name] += 1;
    const found = await lookAt(accounts);
    if (found !== undefined) problems.push(`${name}, killed after ${Math.round(killAfterMs)} ms: ${found}`);
  }
  say(`${name}: ${kills[name]} of ${moments} were killed before their end (it takes ${Math.round(whole.ms)} ms)`);
  if (kills[name] === 0) problems.push(`${name}: no kill came before its end`);
}

try {
  for (const driver of ['better-sqlite3', 'node']) {
    if (driver === 'node' && process.getBuiltinModule('node:sqlite') === undefined) {
      node = join((await fetchNode('22', join(root, 'node'))).bin, 'node');
    }
    await prepare(driver);
    for (const [name, action] of Object.entries(ACTIONS)) await killEach(`${name}, ${driver}`, action);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

const everyStep = [
  'run',
  'packages/storage/test/restore.test.ts',
  'packages/storage/test/update.test.ts',
  'apps/daemon/test/ccu-addon-killed.test.ts',
];
if ((await tool('vitest', everyStep, { env: { CCU_GATEWAY_EVERY_KILL: '1' } })) !== 0) {
  problems.push('a restore, a change of the schema or an update of the add-on that was killed before one of its steps');
}
for (const problem of problems) say(`problem: ${problem}`);
const ok = problems.length === 0;
if (values.json) console.log(JSON.stringify({ name: 'kills', ok, moments, kills, problems }));
else say(ok ? 'a gateway started on whatever a kill left' : 'FAILED');
process.exitCode = ok ? 0 : 1;
