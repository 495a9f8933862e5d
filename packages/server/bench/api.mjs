// Cost of the API: the most used reads and a value write over an installation of 500 devices, in the same run as a bare
// Hono route with the same bytes. It also measures the longest of a hundred waits when 200 clients send requests at
// once.

import { fork } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { createAuth, createMemoryStores } from '@ccu-gateway/auth-core';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { createEventStream } from '@ccu-gateway/event-stream';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createServer } from '../dist/index.js';

const asJson = process.argv.includes('--json');
const rounds = 3;
const roundMs = 300;
const devices = 500;
const goal = 0.3;

const say = (text) => asJson || console.log(text);
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const addressOf = (index) => `0001D3C9${String(index).padStart(6, '0')}`;

const before = process.memoryUsage().rss;
const began = performance.now();
const house = furnish();
const auth = createAuth({ roleChecks: 'enforced', stores: createMemoryStores() });
const { value: token } = await auth.tokens.create(
  { subject: 'bench', role: 'admin' },
  { subject: 'bench', scheme: 'cli', peer: 'local' },
);
const server = createServer({ auth, house, events: createEventStream(), ccu: { write: async () => {} } });
const { url, port } = await server.listen({ host: '127.0.0.1', port: 0 });
const startedMs = performance.now() - began;
const headers = { authorization: `Bearer ${token.token}` };

const device = `/api/v1/devices/${addressOf(42)}`;
const reads = {
  info: '/api/v1/info',
  me: '/api/v1/auth/me',
  devices: '/api/v1/devices',
  device,
  channels: `${device}/channels`,
  data_points: `${device}/channels/1/data-points`,
  data_point: `${device}/channels/1/data-points/STATE`,
  interfaces: '/api/v1/interfaces',
  events: '/api/v1/events/log?limit=10',
  snapshot: '/api/v1/snapshot',
};
const bare = new Hono();
for (const [name, path] of Object.entries(reads)) {
  const text = await (await fetch(url + path, { headers })).text();
  bare.get(`/${name}`, (context) => context.body(text, 200, { 'content-type': 'application/json' }));
}
bare.put('/value', async (context) => {
  await context.req.json();
  return context.body(null, 202);
});
const plain = serve({ fetch: bare.fetch, port: 0, hostname: '127.0.0.1' });
await new Promise((resolve) => (plain.listening ? resolve() : plain.once('listening', resolve)));
const barePort = plain.address().port;

const load = fork(new URL('./lib/load.mjs', import.meta.url));
const drive = (target, request, connections, ms) =>
  new Promise((resolve) => {
    load.once('message', resolve);
    load.send({ port: target, request, connections, ms });
  });
const body = '{"value":true}';
const get = (path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token.token}\r\n\r\n`;
const put = (path) =>
  `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token.token}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const cases = [
  ...Object.entries(reads).map(([name, path]) => [name, get(path), get(`/${name}`)]),
  ['value_write', put(`${device}/channels/1/data-points/STATE/value`), put('/value')],
];

const ratios = {};
let wrong = 0;
say(`requests per second with 32 clients, median of ${rounds} rounds, beside a bare Hono route with the same answer:`);
for (const [name, ours, theirs] of cases) {
  const rates = { ours: [], theirs: [] };
  for (let round = -1; round < rounds; round += 1) {
    const mine = await drive(port, ours, 32, roundMs);
    const peer = await drive(barePort, theirs, 32, roundMs);
    wrong += mine.wrong + peer.wrong;
    if (round < 0) continue;
    rates.ours.push(mine.perSecond);
    rates.theirs.push(peer.perSecond);
  }
  ratios[name] = Number((median(rates.ours) / median(rates.theirs)).toFixed(3));
  const shown = `${Math.round(median(rates.ours))}/s`.padStart(9);
  say(
    `  ${name.padEnd(12)}${shown}  bare ${`${Math.round(median(rates.theirs))}/s`.padStart(9)}  ${(median(rates.ours) / median(rates.theirs)).toFixed(2)}`,
  );
}
const crowd = await drive(port, get(reads.data_point), 200, 1_500);
const bareCrowd = await drive(barePort, get('/data_point'), 200, 1_500);
say(`200 clients: p99 ${crowd.p99.toFixed(1)} ms, bare ${bareCrowd.p99.toFixed(1)} ms`);
ratios.p99_with_200_clients = Number((crowd.p99 / bareCrowd.p99).toFixed(3));
const rssMb = Math.round((process.memoryUsage().rss - before) / 1e6);
say(`${devices} devices: ready in ${startedMs.toFixed(0)} ms, ${rssMb} MB more memory; wrong answers: ${wrong}`);

const cheap = ['me', 'data_point', 'value_write'];
const ok = wrong === 0 && cheap.every((name) => ratios[name] >= goal);
if (asJson) {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), node: process.version };
  console.log(JSON.stringify({ name: 'api', ok, ratios, startedMs: Math.round(startedMs), rssMb, machine }));
}
load.kill();
process.exit(ok ? 0 : 1);

/** Five hundred switches with four channels each. */
function furnish() {
  const home = createHouseModel();
  home.addCentral('ccu', { host: '127.0.0.1', interfaces: [factsOf('HmIP-RF')], serial: 'BENCH00001' });
  const on = { central: 'ccu', interfaceName: 'HmIP-RF', at: Date.now() };
  const status = { central: 'ccu', interfaceName: 'HmIP-RF', state: 'connected', connected: true };
  home.apply({ ...on, type: 'link_state', previous: 'loading', status });
  const values = {
    STATE: { TYPE: 'BOOL', OPERATIONS: 7, FLAGS: 1 },
    LEVEL: { TYPE: 'FLOAT', OPERATIONS: 7, FLAGS: 1, MIN: 0, MAX: 1, UNIT: '100%' },
    POWER: { TYPE: 'FLOAT', OPERATIONS: 5, FLAGS: 1, UNIT: 'W' },
    MODE: { TYPE: 'ENUM', OPERATIONS: 7, FLAGS: 1, VALUE_LIST: ['OFF', 'SLOW', 'FAST'] },
  };
  for (let index = 0; index < devices; index += 1) {
    const address = addressOf(index);
    const numbers = [0, 1, 2, 3];
    const channels = numbers.map((number) => ({
      ADDRESS: `${address}:${number}`,
      TYPE: number === 0 ? 'MAINTENANCE' : 'SWITCH_VIRTUAL_RECEIVER',
      PARENT: address,
      PARENT_TYPE: 'HmIP-BSM',
      INDEX: number,
      PARAMSETS: ['MASTER', 'VALUES'],
    }));
    const described = {
      ADDRESS: address,
      TYPE: 'HmIP-BSM',
      PARENT: '',
      CHILDREN: channels.map((each) => each.ADDRESS),
      PARAMSETS: ['MASTER'],
    };
    const paramsets = Object.fromEntries(channels.map((each) => [each.ADDRESS, { VALUES: values }]));
    home.apply({
      ...on,
      type: 'devices_described',
      source: 'NEW',
      complete: false,
      devices: [described, ...channels],
      paramsets,
    });
    home.apply({ ...on, type: 'value', channelAddress: `${address}:1`, parameter: 'STATE', value: true });
  }
  return home;
}
