// Kills the gateway's own commands at moments spread over what they do (a backup, a restore, a rotation of the key), and starts a
// gateway on what each leaves: it must listen, know its account, list only whole backups, and open its secrets.
// Then a restore is killed before each of its steps, by the test that has some of them in the suite.
// --moments=N kills each command so often (default 12), --json prints one JSON object as the last line.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tool } from '../../../scripts/lib/run.mjs';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, moments: { type: 'string', default: '12' } } });
const moments = Number(values.moments);
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`);
const PASSPHRASE = 'only for this soak';
const ACCOUNT = { username: 'anna', password: 'only-for-this-soak' };
const main = join(import.meta.dirname, '../dist/main.js');
const root = mkdtempSync(join(tmpdir(), 'ccu-gateway-kills-'));
const dataDir = join(root, 'data');
const config = join(root, 'config.yaml');
const env = { ...process.env, CCU_GATEWAY_BACKUP_PASSPHRASE: PASSPHRASE };
const place = ['--config', config, '--data-dir', dataDir];

/** Runs it to its end, or to the kill. */
function run(args, { killAfterMs } = {}) {
  const child = spawn(process.execPath, ['--no-warnings', main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const begun = performance.now();
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (out += data));
  const kill = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  return new Promise((settle) => {
    child.once('close', (code, signal) => {
      clearTimeout(kill);
      settle({ code, signal, out, ms: performance.now() - begun });
    });
  });
}

/** Starts a gateway on what lies there, looks at it, and stops it. Answers what is wrong. */
async function lookAt() {
  const child = spawn(process.execPath, ['--no-warnings', main, 'run', ...place], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
    const { status } = await fetch(new URL('/api/v1/auth/login', url), { method: 'POST', headers, body });
    if (status >= 300) return `the account is refused with ${status}`;
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

async function prepare() {
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
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ north, callback, centrals: [central] }), { mode: 0o600 });
  const wrong = await lookAt();
  if (wrong !== undefined) throw new Error(wrong);
  const made = await run(['backup', 'create', '--with-key', '--json', ...place]);
  if (made.code !== 0) throw new Error(made.out);
  cpSync(dataDir, join(root, 'before/data'), { recursive: true });
  cpSync(config, join(root, 'before/config.yaml'));
  cpSync(JSON.parse(made.out).data.file, join(root, 'kept.tar.gz'));
}

const ACTIONS = {
  backup: ['backup', 'create', '--with-key', ...place],
  restore: ['backup', 'restore', join(root, 'kept.tar.gz'), '--with-key', '--yes', ...place],
  rotation: ['secret', 'rotate', ...place],
};
const problems = [];
const kills = {};
try {
  await prepare();
  for (const [name, args] of Object.entries(ACTIONS)) {
    begin();
    const whole = await run(args);
    const wrong = whole.code === 0 ? await lookAt() : whole.out;
    if (wrong !== undefined) problems.push(`${name}, not killed: ${wrong}`);
    kills[name] = 0;
    for (let moment = 1; moment <= moments; moment += 1) {
      begin();
      // Its first third only loads the program.
      const killAfterMs = whole.ms * (1 / 3 + (moment * 2) / 3 / (moments + 1));
      const { signal } = await run(args, { killAfterMs });
      if (signal === 'SIGKILL') kills[name] += 1;
      const found = await lookAt();
      if (found !== undefined) problems.push(`${name}, killed after ${Math.round(killAfterMs)} ms: ${found}`);
    }
    say(`${name}: ${kills[name]} of ${moments} were killed before their end (it takes ${Math.round(whole.ms)} ms)`);
    if (kills[name] === 0) problems.push(`${name}: no kill came before its end`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

const everyStep = ['run', 'packages/storage/test/restore.test.ts'];
if ((await tool('vitest', everyStep, { env: { CCU_GATEWAY_EVERY_KILL: '1' } })) !== 0) {
  problems.push('a restore that was killed before one of its steps');
}
for (const problem of problems) say(`problem: ${problem}`);
const ok = problems.length === 0;
if (values.json) console.log(JSON.stringify({ name: 'kills', ok, moments, kills, problems }));
else say(ok ? 'a gateway started on whatever a kill left' : 'FAILED');
process.exitCode = ok ? 0 : 1;
