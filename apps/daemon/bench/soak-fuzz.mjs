// Random requests, commands, uploads and calls of a CCU against the built gateway with a simulated CCU of 200 devices: no answer is
// a 500, each comes within ten seconds, the gateway does not end, and no turn of its event loop takes more than 50 ms.
// `--cases=20000` is the default; `--seed=…` repeats a run.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBinRpcCall, encodeXmlRpcCall } from '@ccu-gateway/ccu-client/wire';
import { largeHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { WebSocket } from 'ws';
import { stringify } from 'yaml';
import { callFor, randomFrom, requestFor, valueFor } from './lib/fuzz-cases.mjs';

const option = (name, otherwise) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const say = (text) => process.stdout.write(`${text}\n`);
const CASES = option('cases', 20_000);
const SEED = option('seed', Math.floor(Math.random() * 2 ** 31));
const PATIENCE_MS = 10_000;
const LONGEST_TURN_MS = 50;
const PASSWORD = 'only-for-this-soak';
/** They end the gateway, its sessions or its configuration, wait for events, or wait for a CCU on purpose. */
const SKIPPED =
  /restart|shutdown|\/stream|\/doctor|\/auth\/|\/users|\/tokens|\/config|restore|\/setup|\/centrals|loop|compat|metrics/;

const contract = (name) => JSON.parse(readFileSync(join(import.meta.dirname, '../../../contract', name), 'utf8'));
const openapi = contract('openapi.json');
const catalogue = contract('ws-catalogue.json');
const operations = Object.entries(openapi.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, described]) => ({ path, method, described })))
  .filter(({ path }) => !SKIPPED.test(path));
const commands = catalogue.commands.filter(
  ({ kind, name }) => kind === 'command' && !SKIPPED.test(`/${name}`.replaceAll('.', '/')),
);

const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-fuzz-'));
const meter = join(dataDir, 'longest-turn');
const random = randomFrom(SEED);
const simulator = await startSimulator({ house: largeHouse(200) });
const configFile = join(dataDir, 'config.yaml');
writeFileSync(
  configFile,
  stringify({
    data_dir: join(dataDir, 'data'),
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { fuzz: PASSWORD } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    centrals: [
      {
        name: 'fuzz',
        host: '127.0.0.1',
        interfaces: simulator.interfaces.map((name) => ({ name, port: simulator.ports[name] })),
        json_rpc_port: simulator.ports.jsonRpc,
        rega_port: 0,
        username: 'Admin',
      },
    ],
  }),
  { mode: 0o600 },
);

const main = join(import.meta.dirname, '../dist/main.js');
const turnMeter = join(import.meta.dirname, 'lib/turn-meter.mjs');
const gateway = spawn(process.execPath, ['--import', turnMeter, main, 'run', '--config', configFile], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, CCU_GATEWAY_TURN_METER: meter },
});
let ended = false;
gateway.once('exit', () => {
  ended = true;
});
const base = await new Promise((settle, fail) => {
  let text = '';
  gateway.stdout.on('data', function look(data) {
    text += data;
    const match = text.match(/"url":"(http:[^"]+)"/);
    if (match === null) return;
    gateway.stdout.off('data', look);
    gateway.stdout.resume();
    settle(match[1]);
  });
  gateway.once('exit', (code) => fail(new Error(`the gateway ended with ${code}: ${text}`)));
});
const authorization = `Basic ${Buffer.from(`fuzz:${PASSWORD}`).toString('base64')}`;
while (simulator.registrations().length < simulator.interfaces.length)
  await new Promise((settle) => setTimeout(settle, 50));

const faults = [];
const fault = (what, about) => {
  faults.push(what);
  if (faults.length <= 20) say(`${what}: ${about}`);
};

async function askRest() {
  const { method, target, body, contentType } = requestFor(random.pick(operations), openapi.components.schemas, random);
  const headers = { authorization, ...(contentType === undefined ? {} : { 'content-type': contentType }) };
  const about = `${method} ${target.slice(0, 200)} ${String(body ?? '').slice(0, 300)}`;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`${base}/api/v1${target}`, { method, headers, body, signal });
    await response.arrayBuffer();
    if (response.status === 500) fault('answered 500', about);
  } catch (error) {
    // A body that is cut off, or too large, may end the connection.
    if (error.name === 'TimeoutError') fault('no answer', about);
  }
}

const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/events`, { headers: { authorization } });
await new Promise((settle, fail) => socket.once('open', settle).once('error', fail));
const waiting = new Map();
socket.on('message', (data) => {
  const frame = JSON.parse(data);
  if (frame.op !== 'result') return;
  if (frame.error?.code === 'internal_error') fault('answered internal_error', waiting.get(frame.id)?.about);
  waiting.get(frame.id)?.settle();
});
let calls = 0;
function callCommand() {
  const command = random.pick(commands);
  const args = valueFor(command.args, catalogue.schemas, random);
  calls += 1;
  const id = String(calls);
  const about = `${command.name} ${JSON.stringify(args).slice(0, 300)}`;
  return new Promise((settle) => {
    const timer = setTimeout(() => done(() => fault('no result', about)), 2 * PATIENCE_MS);
    const done = (after) => {
      clearTimeout(timer);
      waiting.delete(id);
      after?.();
      settle();
    };
    waiting.set(id, { about, settle: done });
    const text = JSON.stringify({ op: 'call', id, command: command.name, args });
    if (text.length > 60_000 || typeof args !== 'object' || args === null || Array.isArray(args)) done();
    else socket.send(text);
  });
}

function callBack() {
  const { url, interfaceId } = random.pick(simulator.registrations());
  const [method, params] = callFor(random, interfaceId);
  return url.startsWith('http') ? callBackXml(url, method, params) : callBackBin(new URL(url).port, method, params);
}

function callBackXml(url, method, params) {
  const whole = encodeXmlRpcCall(method, params);
  const body = random.next() < 0.03 ? whole.subarray(0, random.below(whole.length)) : whole;
  return new Promise((settle) => {
    const outgoing = request(
      url,
      { method: 'POST', timeout: PATIENCE_MS, headers: { 'content-length': body.length } },
      (answer) => {
        if (answer.statusCode === 500) fault('a callback was answered 500', method);
        answer.resume().once('end', settle);
      },
    );
    outgoing.once('timeout', () => {
      fault('a callback had no answer', method);
      outgoing.destroy();
    });
    outgoing.once('error', settle);
    outgoing.end(body);
  });
}

function callBackBin(port, method, params) {
  return new Promise((settle) => {
    const caller = connect(port, '127.0.0.1', () => caller.write(encodeBinRpcCall(method, params)));
    caller.setTimeout(PATIENCE_MS, () => {
      fault('a BIN-RPC call had no answer', method);
      caller.destroy();
    });
    caller.once('data', () => caller.destroy());
    caller.on('error', () => undefined);
    caller.once('close', settle);
  });
}

say(`seed ${SEED}, ${CASES} cases`);
const KINDS = [askRest, askRest, callCommand, callBack];
let done = 0;
async function work() {
  while (done < CASES && !ended) {
    done += 1;
    if (done % 2_000 === 0) say(`${done} cases`);
    await random.pick(KINDS)();
  }
}
await Promise.all(Array.from({ length: 8 }, work));
const alive =
  !ended &&
  (await fetch(`${base}/api/v1/info`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  ));
if (!alive) fault('the gateway ended', `after ${done} cases`);
const longest = Number(readFileSync(meter, 'utf8'));
if (longest > LONGEST_TURN_MS) fault('a turn was long', `${longest.toFixed(0)} ms`);
say(`${done} cases, longest turn ${longest.toFixed(0)} ms, ${faults.length} faults`);
socket.terminate();
gateway.kill('SIGTERM');
if (!ended) await new Promise((settle) => gateway.once('exit', settle));
await simulator.close();
rmSync(dataDir, { recursive: true, force: true });
process.exitCode = faults.length === 0 ? 0 : 1;
