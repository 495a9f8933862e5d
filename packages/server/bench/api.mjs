// Cost of the API: the most used reads and a value write over an installation of 500 devices, in the same run as bare
// `node:http` with the same bytes. It also measures the longest of a hundred waits when 200 clients send requests at
// once, and the longest wait of a small request while 8 clients read everything.

import { availableParallelism, cpus } from 'node:os';
import { createAuth, createMemoryStores } from '@ccu-gateway/auth-core';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { createEventStream } from '@ccu-gateway/event-stream';
import { createServer } from '../dist/index.js';
import { lineOf, startComparison } from './lib/compare.mjs';
import { readAtOnce } from './lib/readers.mjs';

const asJson = process.argv.includes('--json');
const rounds = 3;
const roundMs = 300;
const devices = 500;
const goals = { device: 0.5, devices: 0.5, snapshot: 0.6 };

const say = (text) => asJson || console.log(text);
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
  devices: '/api/v1/devices?per_page=50',
  device,
  channels: `${device}/channels`,
  data_points: `${device}/channels/1/data-points`,
  data_point: `${device}/channels/1/data-points/STATE`,
  interfaces: '/api/v1/interfaces',
  events: '/api/v1/events/log?limit=10',
  snapshot: '/api/v1/snapshot',
};
const bodies = {};
for (const [name, path] of Object.entries(reads)) bodies[name] = await (await fetch(url + path, { headers })).text();
const { barePort, drive, compare, stop } = await startComparison(bodies);

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
const rows = {};
let wrong = 0;
say(`requests with 32 clients, median of ${rounds} rounds, beside bare node:http with the same bytes:`);
for (const [name, ours, theirs] of cases) {
  const row = await compare({ port, ours, theirs, connections: 32, rounds, ms: roundMs, isHere: true });
  wrong += row.wrong;
  ratios[name] = row.ratio;
  const { wrong: _, ...figures } = row;
  rows[name] = figures;
  say(lineOf(name, row));
}
const crowd = await drive(port, get(reads.data_point), 200, 1_500);
const bareCrowd = await drive(barePort, get('/data_point'), 200, 1_500);
say(`200 clients: p99 ${crowd.p99.toFixed(1)} ms, bare ${bareCrowd.p99.toFixed(1)} ms`);
ratios.p99_with_200_clients = Number((crowd.p99 / bareCrowd.p99).toFixed(3));
stop();
const everything = `${url}${reads.snapshot}?include=data_points`;
const atOnce = await readAtOnce({ url: everything, small: `${url}${reads.info}`, headers, readers: 8 });
wrong += atOnce.wrong;
say(
  `8 readers of a snapshot of ${(atOnce.bytes / 1e6).toFixed(1)} MB: all served after ${atOnce.ms.toFixed(0)} ms, ` +
    `a small request meanwhile waited ${atOnce.slowestMs.toFixed(1)} ms at most`,
);
const rssMb = Math.round((process.memoryUsage().rss - before) / 1e6);
say(`${devices} devices: ready in ${startedMs.toFixed(0)} ms, ${rssMb} MB more memory; wrong answers: ${wrong}`);

const missed = Object.entries(goals).filter(([name, goal]) => ratios[name] < goal);
for (const [name, goal] of missed) say(`${name}: ${ratios[name]} of bare, the goal is ${goal}`);
const ok = wrong === 0 && missed.length === 0;
if (asJson) {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), node: process.version };
  const readers = { ms: Math.round(atOnce.ms), slowestMs: Math.round(atOnce.slowestMs), bytes: atOnce.bytes };
  console.log(
    JSON.stringify({ name: 'api', ok, ratios, rows, readers, startedMs: Math.round(startedMs), rssMb, machine }),
  );
}
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
