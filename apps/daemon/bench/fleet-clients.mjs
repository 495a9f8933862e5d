// Four gateways that serve 1,000 sockets each from one CCU at another gateway, over NATS JetStream: how long it takes from the CCU's
// callback until each of the 4,000 clients has the event, one event after the other, and how many frames a second they get together. The
// peer is one gateway with the CCU and 1,000 sockets, in the same run. All of it and its clients share this machine. nats-server is needed.
import { cpus } from 'node:os';
import { startSimulator } from '@ccu-gateway/ccu-simulator';
import { createCallbacks, INTERFACE, quantile, TOPIC } from './lib/callbacks.mjs';
import { authorization, isConnected, measureUse, openFleetParts, until } from './lib/fleet-parts.mjs';
import { openCounter } from './lib/frame-counter.mjs';

const json = process.argv.includes('--json');
const say = (text) => (json ? process.stderr : process.stdout).write(`${text}\n`);
const SERVES = 4;
const SOCKETS = 1_000;
const SINGLE = 100;
const BURST = 200;
const BATCH = 20;
const ws = { max_connections: 2 * SOCKETS, max_connections_per_principal: 2 * SOCKETS };
const parts = openFleetParts('bench');

async function token(url) {
  const answer = await fetch(`${url}/api/v1/auth/tokens/v2`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'bench', role: 'viewer' }),
  });
  return (await answer.json()).token;
}

/** Sockets that have said that they are subscribed. */
async function subscribe(url) {
  const headers = { authorization: `Bearer ${await token(url)}` };
  const sockets = [];
  for (let count = 0; count < SOCKETS; count += 1) {
    const socket = await openCounter(
      `${url}/api/v1/events`,
      headers,
      JSON.stringify({ op: 'subscribe', topics: [TOPIC] }),
    );
    await socket.until(1);
    sockets.push(socket);
  }
  return sockets;
}

async function measure(callbacks, urls, processes) {
  const sockets = (await Promise.all(urls.map(subscribe))).flat();
  const send = async (count) => {
    const seen = Promise.all(sockets.map((socket) => socket.until(socket.seen + count)));
    for (let sent = 0; sent < count; sent += BATCH) await callbacks.send(Math.min(BATCH, count));
    await seen;
  };
  await send(1);
  // Greetings may come late.
  await new Promise((settle) => setTimeout(settle, 500));
  const times = [];
  for (let index = 0; index < SINGLE; index += 1) {
    const started = performance.now();
    await send(1);
    times.push(performance.now() - started);
  }
  const started = performance.now();
  const use = await measureUse(processes, () => send(BURST));
  const framesPerS = Math.round((BURST * sockets.length) / ((performance.now() - started) / 1000));
  for (const socket of sockets) socket.close();
  return {
    ...{ sockets: sockets.length, frames_per_s: framesPerS },
    ...{ last_p50_ms: quantile(times, 0.5), last_p99_ms: quantile(times, 0.99), use },
  };
}

const show = ({ sockets, frames_per_s: frames, last_p50_ms: p50, last_p99_ms: p99 }) =>
  `${sockets} sockets, ${frames} frames/s, the last of them has an event after p50 ${p50} ms, p99 ${p99} ms`;

const simulator = await startSimulator({ interfaces: [INTERFACE] });
const callbacks = createCallbacks(simulator);
const interfaces = [{ name: INTERFACE, port: simulator.ports[INTERFACE] }];
const centrals = [{ name: 'bench', host: '127.0.0.1', interfaces }];
try {
  const nats = await parts.startNats();
  const start = (name, fleet) => parts.startGateway(name, { centrals, ws, fleet });
  const alone = await start('alone');
  await until(() => isConnected(alone.url));
  const single = await measure(callbacks, [alone.url], { children: { alone: alone.child }, monitor: nats.monitor });
  say(`one gateway:   ${show(single)}`);
  alone.child.kill('SIGTERM');
  await new Promise((settle) => alone.child.once('exit', settle));

  const settings = { nats: { servers: [nats.url] } };
  const link = await start('link', { role: 'link', ...settings });
  const serves = [];
  for (let index = 1; index <= SERVES; index += 1) {
    serves.push(await start(`serve-${index}`, { role: 'serve', ...settings }));
  }
  for (const { url } of serves) await until(() => isConnected(url));
  const children = Object.fromEntries(serves.map(({ child }, index) => [`serve-${index + 1}`, child]));
  const urls = serves.map(({ url }) => url);
  const fleet = await measure(callbacks, urls, {
    children: { broker: nats.child, link: link.child, ...children },
    monitor: nats.monitor,
  });
  say(`four gateways: ${show(fleet)}`);
  for (const [name, { cpu, rss_mib: rss }] of Object.entries(fleet.use.processes)) {
    say(`  ${name}: ${cpu} cores, ${rss} MiB`);
  }
  const { model } = cpus()[0] ?? { model: 'unknown' };
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ single, fleet, node: process.version, cpus: cpus().length, cpu: model })}\n`,
    );
  }
} finally {
  callbacks.close();
  parts.close();
  await simulator.close();
}
