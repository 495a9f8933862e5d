// A simulation of 1,000 CCUs with one thermostat each at two gateways, and a third one that shows all of them, over NATS JetStream: how
// long they take to be connected, what gateways and broker cost while nothing happens, and while ten CCUs send 25 events a second each,
// and what happens when one of the two is killed. --ccus=N takes another number. All of it shares this machine, the simulated CCUs
// too. nats-server is needed. About six minutes.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { inventedHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { DEVICE, INTERFACE } from './lib/callbacks.mjs';
import { ask, isConnected, measureUse, openFleetParts, until } from './lib/fleet-parts.mjs';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, ccus: { type: 'string', default: '1000' } } });
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`);
const CCUS = Number(values.ccus);
const BUSY = 10;
const PER_SECOND = 25;
const QUIET_MS = 30_000;
const BUSY_MS = 30_000;
const USER = { name: 'bench', password: 'of-a-simulated-ccu', level: 8 };
/** What was begun is over: names are read, the first states are kept. */
const SETTLE_MS = 60_000;
const parts = openFleetParts('bench');
const pause = (ms) => new Promise((settle) => setTimeout(settle, ms));

/** A house with a thermostat of its own address. */
function houseOf(index) {
  const house = inventedHouse();
  const device = house.devices.find(({ description }) => description.ADDRESS === DEVICE);
  const address = `00F1C0${index.toString(16).toUpperCase().padStart(8, '0')}`;
  const mine = JSON.parse(JSON.stringify(device).replaceAll(DEVICE, address));
  const nothing = { rooms: [], functions: [], programs: [], sysvars: [], links: [] };
  return { address, house: { ...house, ...nothing, devices: [mine] } };
}

async function startCcu(index) {
  const { address, house } = houseOf(index);
  const simulator = await startSimulator({ interfaces: [INTERFACE], house, serial: `SIM${index}`, users: [USER] });
  return { name: `ccu-${index}`, address, simulator };
}

/** Ten CCUs speak, all values differ. Resolves with the number of events. */
async function speak(ccus) {
  let count = 0;
  const timer = setInterval(() => {
    for (const { simulator, address } of ccus.slice(0, BUSY)) {
      count += 1;
      simulator.emit(`${address}:1`, 'ACTUAL_TEMPERATURE', Number((20 + (count % 9_000) / 1_000).toFixed(3)));
    }
  }, 1_000 / PER_SECOND);
  await pause(BUSY_MS);
  clearInterval(timer);
  return count;
}

/** How many CCUs each gateway holds, by its name. */
async function held(url) {
  const { fleet } = await ask(url, 'diagnostics/fleet');
  const counts = new Map();
  for (const { holder } of fleet.centrals) {
    if (holder !== undefined) counts.set(holder.name, (counts.get(holder.name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** Seconds until the gateway that stays holds all, and until all are connected, after the other one was killed. */
async function loseOne(serve, child, stays) {
  const since = performance.now();
  const seconds = () => Math.round((performance.now() - since) / 1000);
  child.kill('SIGKILL');
  await until(async () => (await held(serve.url))[stays] === CCUS, 1_000);
  const heldS = seconds();
  await until(() => isConnected(serve.url, CCUS), 1_000);
  return { held_s: heldS, connected_s: seconds() };
}

function show(title, { processes, broker }) {
  say(title);
  for (const [name, { cpu, rss_mib: rss }] of Object.entries(processes)) say(`  ${name}: ${cpu} cores, ${rss} MiB`);
  const { in_msgs_per_s: inMessages, in_bytes_per_s: inBytes, out_msgs_per_s: outMessages } = broker;
  const outBytes = broker.out_bytes_per_s;
  say(`  broker: in ${inMessages} messages/s, ${inBytes} B/s; out ${outMessages} messages/s, ${outBytes} B/s`);
}

const ccus = [];
try {
  for (let index = 0; index < CCUS; index += 1) ccus.push(await startCcu(index));
  const centrals = ccus.map(({ name, simulator }) => ({
    ...{ name, host: '127.0.0.1', json_rpc_port: simulator.ports.jsonRpc },
    ...{ username: USER.name, password: USER.password },
    interfaces: [{ name: INTERFACE, port: simulator.ports[INTERFACE] }],
  }));
  const nats = await parts.startNats();
  const fleet = { nats: { servers: [nats.url] } };
  // Each CCU keeps a connection to the gateway.
  const callback = { max_connections: 2 * CCUS };
  const start = (name, role) => parts.startGateway(name, { centrals, callback, fleet: { ...fleet, role } });
  const started = performance.now();
  const [one, other] = await Promise.all([start('link-1', 'link'), start('link-2', 'link')]);
  const serve = await start('serve', 'serve');
  await until(() => isConnected(serve.url, CCUS), 1_000);
  const loadS = Math.round((performance.now() - started) / 1000);
  say(`${CCUS} CCUs are connected and shown after ${loadS} s`);
  const children = { broker: nats.child, 'link-1': one.child, 'link-2': other.child, serve: serve.child };
  const processes = { children, monitor: nats.monitor };
  const holders = await held(serve.url);
  say(`they are held by ${JSON.stringify(holders)}`);
  const loading = await measureUse(processes, () => pause(SETTLE_MS));
  show(`in the ${SETTLE_MS / 1000} s after that:`, loading);
  const quiet = await measureUse(processes, () => pause(QUIET_MS));
  show('while nothing happens:', quiet);
  let events = 0;
  const busy = await measureUse(processes, async () => {
    events = await speak(ccus);
  });
  show(`while ${BUSY} CCUs send ${Math.round(events / (BUSY_MS / 1000))} events a second together:`, busy);
  const lost = await loseOne(serve, one.child, 'link-2');
  say(`one is killed: the other one holds all after ${lost.held_s} s, all are connected after ${lost.connected_s} s`);
  const { model } = cpus()[0] ?? { model: 'unknown' };
  if (values.json) {
    const machine = { node: process.version, cpus: cpus().length, cpu: model };
    process.stdout.write(
      `${JSON.stringify({ ccus: CCUS, load_s: loadS, holders, loading, quiet, busy, lost, ...machine })}\n`,
    );
  }
} finally {
  parts.close();
  for (const { simulator } of ccus) await simulator.close();
}
