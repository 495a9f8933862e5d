// A process with a house of plugs and, when it is told so, the bridge of it.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { createEventStream } from '@ccu-gateway/event-stream';
import { createGatewayCore } from '@ccu-gateway/gateway-core';
import { answerParent, sharedNow } from './answer.mjs';

const count = Number(process.argv[2]);
const port = Number(process.argv[3]);
const FROM = { central: 'home', interfaceName: 'HmIP-RF', at: 1 };
const addressesOf = (length) => Array.from({ length }, (_, at) => `0001D3C99C${String(at + 1).padStart(4, '0')}`);
const addresses = addressesOf(count);

const VALUES = { VALUES: { STATE: { TYPE: 'BOOL', OPERATIONS: 7 } } };

/** A house of these plugs; `publish` takes what it tells. */
function houseOf(plugs, publish) {
  const made = createHouseModel();
  made.addCentral('home', { host: '192.0.2.1', interfaces: [factsOf('HmIP-RF')] });
  publish(
    made.apply({
      ...FROM,
      type: 'devices_described',
      source: 'NEW',
      complete: true,
      devices: plugs.flatMap((address) => [
        { ADDRESS: address, TYPE: 'HmIP-PS' },
        { ADDRESS: `${address}:3`, TYPE: 'SWITCH_VIRTUAL_RECEIVER' },
      ]),
      paramsets: Object.fromEntries(plugs.map((address) => [`${address}:3`, VALUES])),
    }),
  );
  publish(made.apply({ ...FROM, type: 'values_loaded', values: [] }));
  const status = { central: 'home', interfaceName: 'HmIP-RF', state: 'connected', connected: true };
  publish(made.apply({ ...FROM, type: 'link_state', previous: 'loading', status }));
  return made;
}

const events = createEventStream();
const publish = (told) => {
  for (const event of told) events.publish(event);
};
const house = houseOf(addresses, publish);
const core = createGatewayCore({
  house,
  devices: house,
  hub: house,
  events,
  clock: { now: Date.now },
  audit: { record: () => undefined, query: async () => [] },
  ccu: { write: async () => undefined },
});

/** What the bridge keeps, as long as the process lives. */
function memoryStore() {
  const numbers = new Map();
  const kept = new Map();
  const numberOf = (key) => {
    if (!numbers.has(key)) numbers.set(key, numbers.size + 2);
    return numbers.get(key);
  };
  return {
    load: () => [],
    save: () => undefined,
    remove: () => undefined,
    clear: () => undefined,
    numberOf,
    knownNumber: (key) => numbers.get(key),
    choices: () => new Map(),
    choose: () => undefined,
    fact: (name) => kept.get(name),
    keepFact: (name, value) => void kept.set(name, value),
    secret: (name) => kept.get(name),
    keepSecret: (name, value) => void kept.set(name, value),
    reset: () => undefined,
  };
}

const megabytes = (bytes) => Math.round((bytes / 1024 / 1024) * 10) / 10;

/** What is in use when garbage was collected. */
async function memory() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc();
    await pause(100);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss: megabytes(rss), heap: megabytes(heapUsed), external: megabytes(external) };
}

let matter;
const silent = () => undefined;
const ports = {
  core,
  store: memoryStore(),
  clock: {
    now: Date.now,
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  log: { debug: silent, info: silent, warn: silent, error: silent },
  publish: silent,
  record: silent,
  incident: ({ summary, detail }) => console.error(summary, detail),
  randomInt,
};

const turn = (index, on) =>
  publish(
    house.apply({ ...FROM, type: 'value', channelAddress: `${addresses[index]}:3`, parameter: 'STATE', value: on }),
  );

answerParent({
  memory,
  /** What a gateway does at its start and all day long: it reads a house, and answers what stands in it. */
  work() {
    const other = houseOf(addressesOf(500), () => undefined);
    for (let answer = 0; answer < 200; answer += 1) {
      JSON.parse(JSON.stringify(other.snapshot({ include: ['data_points'] })));
    }
  },
  async start() {
    const began = performance.now();
    const { startMatterBridge } = await import('../../dist/index.js');
    const loaded = performance.now();
    matter = await startMatterBridge({ ports, settings: { name: 'Bench', version: '1', port, profile: 'all' } });
    while (matter.bridge() === undefined) {
      const [problem] = matter.status().problems ?? [];
      if (problem?.code === 'matter_failed') throw new Error(problem.message);
      await pause(5);
    }
    return { loadMs: loaded - began, startMs: performance.now() - loaded, memory: await memory() };
  },
  openWindow: async () => (await matter.bridge().openWindow(180)).manual_code,
  figures: () => matter.figures(),
  /** One event; answers when it was. */
  turn({ index, on }) {
    const at = sharedNow();
    turn(index, on);
    return at;
  },
  /** All plugs are off. */
  reset() {
    for (let index = 0; index < count; index += 1) turn(index, false);
  },
  /** So many events a second, of all plugs in turn; answers what was said when, and the share of a core that the process took. */
  async stream({ perSecond, seconds }) {
    const sentAt = [];
    const before = matter.figures().activity.changes;
    const cpu = process.cpuUsage();
    const began = performance.now();
    while (sentAt.length < perSecond * seconds) {
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
      while (sentAt.length < Math.min(due, perSecond * seconds)) {
        const index = sentAt.length % count;
        const on = Math.floor(sentAt.length / count) % 2 === 0;
        sentAt.push({ index, on, at: sharedNow() });
        turn(index, on);
      }
      await pause(10);
    }
    const { user, system } = process.cpuUsage(cpu);
    const cpuPercent = (user + system) / 10 / (performance.now() - began);
    return { cpuPercent, sentAt, changes: matter.figures().activity.changes - before };
  },
  async stop() {
    await matter?.stop();
    setImmediate(() => process.exit(0));
  },
});
