// Processor time of the whole bundled gateway for one event, from the callback of a CCU to a WebSocket client: in a call of its
// own, and in multicalls of 20. Beside the bare server of `spine` in the same run, which reads each body and sends one ready text.
// Gateway, simulated CCU and bare server are processes of their own. --events=N for each round (default 4000), --rounds=N (default
// 5; the median counts). With --json the last line of stdout is one JSON object. Linux only, for the processor time.
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCounter } from './lib/frame-counter.mjs';
import { BASIC, cpuMsOf, openInstallation } from './lib/own-process.mjs';

const { values: given } = parseArgs({
  options: {
    events: { type: 'string', default: '4000' },
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
  },
});
const events = Number(given.events);
const say = (text) => (given.json ? process.stderr : process.stdout).write(`${text}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const SETTLE_MS = 8_000;
const ROWS = [
  { name: 'one event in a call', batch: 1, goalUs: 150 },
  { name: 'in multicalls of 20', batch: 20, goalUs: 60 },
];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function post(url, body) {
  return new Promise((settle, fail) => {
    const headers = { 'content-type': 'text/plain', 'content-length': body.length };
    const outgoing = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', settle);
    });
    outgoing.once('error', fail);
    outgoing.end(body);
  });
}

async function startBare() {
  const child = fork(join(import.meta.dirname, 'lib/bare-server.mjs'));
  const { url } = await new Promise((settle) => child.once('message', settle));
  const client = await openCounter(`${url}/`, {});
  const line = JSON.stringify({ seq: 1, topic: 'device.X.channels.1.data_points.LEVEL', payload: 'x'.repeat(250) });
  return {
    pid: child.pid,
    client,
    async send(batch) {
      const body = Buffer.from(Array.from({ length: batch }, () => line).join('\n'));
      for (let sent = 0; sent < events; sent += batch) await post(url, body);
    },
    close: () => child.disconnect(),
  };
}

/** Microseconds of processor time for each event that was sent; at the end the client has all of them. */
async function costOf({ pid, client, send }, batch) {
  const cpuMs = cpuMsOf(pid);
  const received = client.more(events);
  await send(batch);
  await received;
  return ((cpuMsOf(pid) - cpuMs) * 1000) / events;
}

const installation = await openInstallation({ devices: 51 });
const bare = await startBare();
const rows = {};
try {
  const gateway = await installation.start();
  await gateway.connected();
  await new Promise((settle) => setTimeout(settle, SETTLE_MS));
  const subscribe = JSON.stringify({ op: 'subscribe', topics: ['device.*'] });
  const client = await openCounter(`${gateway.url}/api/v1/events`, { authorization: BASIC }, subscribe);
  const ours = { pid: gateway.pid, client, send: (batch) => installation.send({ events, batch }) };
  for (const { name, batch, goalUs } of ROWS) {
    const found = { ours: [], bare: [] };
    for (let round = 0; round <= Number(given.rounds); round += 1) {
      const [mine, peer] = [await costOf(ours, batch), await costOf(bare, batch)];
      // The first round warms up.
      if (round === 0) continue;
      found.ours.push(mine);
      found.bare.push(peer);
    }
    const [oursUs, bareUs] = [median(found.ours), median(found.bare)].map(Math.round);
    rows[name] = { oursUs, bareUs, ratio: Math.round((bareUs / oursUs) * 100) / 100, goalUs };
    say(`${name}: ${oursUs} µs, bare server ${bareUs} µs, ratio ${rows[name].ratio}`);
  }
  client.close();
  await gateway.stop();
} finally {
  bare.client.close();
  bare.close();
  agent.destroy();
  installation.close();
}
for (const [name, { oursUs, goalUs }] of Object.entries(rows))
  say(`${oursUs <= goalUs ? 'reached' : 'MISSED '} ${name}: at most ${goalUs} µs`);
if (given.json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  const ok = Object.values(rows).every(({ oursUs, goalUs }) => oursUs <= goalUs);
  process.stdout.write(`${JSON.stringify({ name: 'event-cost', ok, rows, machine })}\n`);
}
