// How long a value takes from a request to the answer and to the event of the CCU, and how many values a second go out one after the
// other and eight at once, each beside the same calls sent to the simulated CCU without a gateway in the same run.
// `--devices=1000` is the default; `--json` prints one line.
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeXmlRpcCall } from '@ccu-gateway/ccu-client/wire';
import { startMeteredGateway } from './lib/metered-gateway.mjs';

const text = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const json = process.argv.includes('--json');
const say = (line) => (json ? process.stderr : process.stdout).write(`${line}\n`);
const LAMP = '00F1C0DE000007';
/** Channels of a lamp that take a level. */
const CHANNELS = [4, 5, 6];
const LONE = 60;
/** Longer than the time in which writes to one channel become one, and below the rate of a burst. */
const PAUSE_MS = 150;
const ROUNDS = 3;
const ROUND_MS = 2_000;
const AT_ONCE = 8;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const p95 = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)];
const shown = (ms) => ms.toFixed(1).padStart(7);

function send(agent, { url, method, headers, body }) {
  return new Promise((settle, fail) => {
    const outgoing = request(
      url,
      { method, agent, headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        answer.resume();
        answer.once('end', () => settle(answer.statusCode));
      },
    );
    outgoing.once('error', fail);
    outgoing.end(body);
  });
}

/** Resolves the waiters of a level when its event arrives. */
async function followEvents(base, authorization) {
  const waiting = new Map();
  const stop = new AbortController();
  const { body } = await fetch(`${base}/api/v1/events/stream`, { headers: { authorization }, signal: stop.signal });
  void (async () => {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      for (const [level, settle] of waiting) if (chunk.includes(`"value":${level}`)) settle(performance.now());
    }
  })().catch(() => undefined);
  return { waiting, close: () => stop.abort() };
}

const gateway = await startMeteredGateway({ devices: Number(text('devices') ?? 1_000) });
const result = {};
let wrong = 0;
try {
  const authorization = `Bearer ${await gateway.token('admin')}`;
  const data = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await gateway.api(`/devices?per_page=500&page=${page}`, { authorization });
    data.push(...items);
    if (items.length === 0 || data.length >= total) break;
  }
  const { model } = data.find(({ address }) => address === LAMP);
  const lamps = data
    .filter((device) => device.model === model)
    .flatMap(({ address }) => CHANNELS.map((channel) => ({ address, channel })));
  const [ours, theirs] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  const ccu = `http://127.0.0.1:${gateway.simulator.ports['HmIP-RF']}/`;
  let last = 0;
  const nextLevel = () => {
    last = (last + 1) % 1_000;
    return (last + 1) / 1_001;
  };
  const rounded = (level) => Math.round(level * 1e4) / 1e4;
  const put = async ({ address, channel }, level) => {
    const url = `${gateway.base}/api/v1/devices/${address}/channels/${channel}/data-points/LEVEL/value`;
    const headers = { authorization, 'content-type': 'application/json' };
    const status = await send(ours, { url, method: 'PUT', headers, body: `{"value":${level}}` });
    if (status !== 202 && status !== 200) wrong += 1;
  };
  const setValue = async ({ address, channel }, level) => {
    const body = encodeXmlRpcCall('setValue', [`${address}:${channel}`, 'LEVEL', level]);
    const status = await send(theirs, { url: ccu, method: 'POST', headers: { 'content-type': 'text/xml' }, body });
    if (status !== 200) wrong += 1;
  };

  const events = await followEvents(gateway.base, authorization);
  const lone = { answer: [], event: [], bare: [] };
  for (let turn = 0; turn < LONE; turn += 1) {
    const level = rounded(nextLevel());
    const lamp = lamps[turn % lamps.length];
    await wait(PAUSE_MS);
    const seen = new Promise((settle) => events.waiting.set(level, settle));
    const began = performance.now();
    await put(lamp, level);
    lone.answer.push(performance.now() - began);
    const arrived = await Promise.race([seen, wait(5_000)]);
    if (arrived === undefined) wrong += 1;
    else lone.event.push(arrived - began);
    events.waiting.delete(level);
    const bare = performance.now();
    await setValue(lamp, rounded(nextLevel()));
    lone.bare.push(performance.now() - bare);
  }
  events.close();
  result.lone = {
    answer_ms: median(lone.answer),
    answer_p95_ms: p95(lone.answer),
    event_ms: median(lone.event),
    bare_ms: median(lone.bare),
  };
  say(`a lone write: answer ${shown(result.lone.answer_ms)} ms (p95 ${shown(result.lone.answer_p95_ms)}), event`);
  say(`  ${shown(result.lone.event_ms)} ms; the call alone ${shown(result.lone.bare_ms)} ms`);

  /** Writes a second by so many callers, each with the next lamp of a ring. */
  const rate = async (callers, write) => {
    let [done, next] = [0, 0];
    const end = performance.now() + ROUND_MS;
    const call = async () => {
      while (performance.now() < end) {
        next += 1;
        await write(lamps[next % lamps.length], rounded(nextLevel()));
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: callers }, call));
    return done / (ROUND_MS / 1e3);
  };
  for (const callers of [1, AT_ONCE]) {
    const rates = { ours: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.ours.push(await rate(callers, put));
      rates.bare.push(await rate(callers, setValue));
    }
    const [mine, peer] = [median(rates.ours), median(rates.bare)];
    result[`at_once_${callers}`] = { per_second: mine, bare: peer, ratio: Number((mine / peer).toFixed(3)) };
    say(`${callers} at once, ${lamps.length} channels: ${mine.toFixed(0)}/s, the calls alone ${peer.toFixed(0)}/s`);
  }
  ours.destroy();
  theirs.destroy();
} finally {
  await gateway.close();
}
if (json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  process.stdout.write(`${JSON.stringify({ name: 'writes', ok: wrong === 0, ...result, machine })}\n`);
}
say(`wrong answers: ${wrong}`);
process.exitCode = wrong === 0 ? 0 : 1;
