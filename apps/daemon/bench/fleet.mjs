// What a fleet costs and how fast it moves: from a CCU's callback at one process to a WebSocket client at another one, over NATS
// JetStream of one server and of three that keep a copy each, beside the single process in the same run; and how long a CCU is away when
// its gateway stops, or is killed. nats-server is needed, for three of them from 2.10 on. About two minutes. With --json the last line of stdout is one JSON object.
import { cpus } from 'node:os';
import { startSimulator } from '@ccu-gateway/ccu-simulator';
import { createCallbacks, INTERFACE, quantile, TOPIC } from './lib/callbacks.mjs';
import { ask, authorization, isConnected as connected, openFleetParts, until } from './lib/fleet-parts.mjs';
import { openCounter } from './lib/frame-counter.mjs';

const json = process.argv.includes('--json');
const say = (text) => (json ? process.stderr : process.stdout).write(`${text}\n`);
const BATCH = 50;
const BURST = 5_000;
/** Events on their way at once, at most. */
const AHEAD = 1_000;
const ROUNDS = 5;
const SINGLE = 500;
const LEASE_MS = 10_000;
const parts = openFleetParts('bench');

/** Rate of bursts, and the time of single events one after the other, from the callback to a socket at `url`. */
async function measure(callbacks, url) {
  const client = await openCounter(
    `${url}/api/v1/events`,
    { authorization },
    JSON.stringify({ op: 'subscribe', topics: [TOPIC] }),
  );
  await (client.seen > 0 ? undefined : client.more(1));
  const rates = [];
  for (let index = 0; index <= ROUNDS; index += 1) {
    const begun = client.seen;
    const started = performance.now();
    for (let sent = 0; sent < BURST; sent += BATCH) {
      // As fast as they arrive, and no faster: what waits has bounds on its way.
      if (sent - (client.seen - begun) > AHEAD) await client.until(begun + sent - AHEAD);
      await callbacks.send(BATCH);
    }
    await client.until(begun + BURST);
    // The first round warms up.
    if (index > 0) rates.push(BURST / ((performance.now() - started) / 1000));
  }
  const times = [];
  for (let index = 0; index < SINGLE; index += 1) {
    const seen = client.more(1);
    const started = performance.now();
    await Promise.all([callbacks.send(1), seen]);
    times.push(performance.now() - started);
  }
  client.close();
  return {
    ...{ events_per_s: Math.round(quantile(rates, 0.5)), p50_ms: quantile(times, 0.5) },
    p99_ms: quantile(times, 0.99),
  };
}

async function holder(url) {
  const { fleet } = await ask(url, 'diagnostics/fleet');
  return fleet.centrals[0]?.holder?.id;
}

/** Milliseconds until `serve` names another holder, and until it says that the CCU is connected again. */
async function takeover(serve, end) {
  const before = await holder(serve.url);
  const started = performance.now();
  const since = () => Math.round(performance.now() - started);
  end();
  const heldMs = until(async () => ![before, undefined].includes(await holder(serve.url))).then(since);
  await until(async () => !(await connected(serve.url)));
  await until(() => connected(serve.url));
  return { held_ms: await heldMs, connected_ms: since() };
}

const simulator = await startSimulator({ interfaces: [INTERFACE] });
const callbacks = createCallbacks(simulator);
const interfaces = [{ name: INTERFACE, port: simulator.ports[INTERFACE] }];
const centrals = [{ name: 'bench', host: '127.0.0.1', interfaces }];
const start = (name, fleet) =>
  parts.startGateway(name, { centrals, fleet: fleet && { lease_ttl: `${LEASE_MS}ms`, ...fleet } });

/** The same with three copies; undefined where there are no servers for it. */
async function measureThree() {
  const servers = await parts.startCluster();
  if (servers === undefined) {
    say('three copies: not measured, there is no nats-server from 2.10 on');
    return undefined;
  }
  const nats = { servers, replicas: servers.length };
  const gateways = [
    await start('link-of-three', { role: 'link', nats }),
    await start('serve-of-three', { role: 'serve', nats }),
  ];
  const [, { url }] = gateways;
  await until(() => connected(url));
  const figures = await measure(callbacks, url);
  for (const { child } of gateways) {
    child.kill('SIGTERM');
    await new Promise((settle) => child.once('exit', settle));
  }
  say(`three copies:   ${figures.events_per_s} events/s, p50 ${figures.p50_ms} ms, p99 ${figures.p99_ms} ms`);
  return figures;
}

try {
  const alone = await start('alone');
  const started = performance.now();
  await until(() => connected(alone.url));
  const loadMs = Math.round(performance.now() - started);
  const single = await measure(callbacks, alone.url);
  say(`one process:    ${single.events_per_s} events/s, p50 ${single.p50_ms} ms, p99 ${single.p99_ms} ms`);
  alone.child.kill('SIGTERM');
  await new Promise((settle) => alone.child.once('exit', settle));

  const nats = { servers: [(await parts.startNats()).url] };
  const first = await start('link-1', { role: 'link', nats });
  const serve = await start('serve', { role: 'serve', nats });
  await until(() => connected(serve.url));
  const fleet = await measure(callbacks, serve.url);
  const ratio = Math.round((fleet.events_per_s / single.events_per_s) * 100) / 100;
  say(`link and serve: ${fleet.events_per_s} events/s, p50 ${fleet.p50_ms} ms, p99 ${fleet.p99_ms} ms, ratio ${ratio}`);

  const three = await measureThree();

  const second = await start('link-2', { role: 'link', nats });
  const stop = await takeover(serve, () => first.child.kill('SIGTERM'));
  await start('link-3', { role: 'link', nats });
  const kill = await takeover(serve, () => second.child.kill('SIGKILL'));
  say(
    `a clean stop: taken over after ${stop.held_ms} ms, connected after ${stop.connected_ms} ms (alone, from its start: ` +
      `${loadMs} ms); kill -9: ${kill.held_ms} ms (goal: 15 000), connected after ${kill.connected_ms} ms`,
  );
  const { model } = cpus()[0] ?? { model: 'unknown' };
  if (json) {
    const figures = { single, fleet, ratio, three, takeover: { stop, kill }, lease_ms: LEASE_MS };
    process.stdout.write(`${JSON.stringify({ ...figures, node: process.version, cpus: cpus().length, cpu: model })}\n`);
  }
} finally {
  callbacks.close();
  parts.close();
  await simulator.close();
}
