// Random requests, commands, uploads, MQTT messages and calls of a CCU against the built gateway with a simulated CCU: no answer is
// a 500, each comes within ten seconds, the gateway does not end, and no turn of its event loop takes more than 50 ms, garbage
// collection apart. A long turn or a missing answer counts when the cases of that moment, sent again alone, cause another; a turn
// above a second counts at once, because its cause may be gone by then.
// `--cases=20000` and `--devices=200` are the defaults; `--seed=…` repeats a run; `--kind=mqtt` runs one kind.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom } from './lib/fuzz-cases.mjs';
import { openKinds } from './lib/fuzz-kinds.mjs';
import { startMeteredGateway } from './lib/metered-gateway.mjs';

const text = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const option = (name, otherwise) => Number(text(name) ?? otherwise);
const say = (line) => process.stdout.write(`${line}\n`);
const CASES = option('cases', 20_000);
const SEED = option('seed', Math.floor(Math.random() * 2 ** 31));
const LONGEST_TURN_MS = 50;
const CERTAIN_TURN_MS = 1_000;
const AT_ONCE = 8;
/** Cases of one kind in a row, so that a long turn belongs to a kind. */
const ROW = 100;
/** Ten rows, over and over. */
const ROWS = [
  ...['rest', 'command', 'xml_callback', 'rest', 'bin_callback', 'mqtt', 'rest', 'upload', 'command', 'rest'],
];
const MAX_REPEATED = 60;
/** The meter writes a turn when what is known of its collections is complete. */
const METERED_MS = 250;

const contract = (name) => JSON.parse(readFileSync(join(import.meta.dirname, '../../../contract', name), 'utf8'));
const pause = (ms) => new Promise((settle) => setTimeout(settle, ms));
const now = () => performance.timeOrigin + performance.now();

say(`seed ${SEED}, ${CASES} cases`);
const gateway = await startMeteredGateway({ devices: option('devices', 200) });
const random = randomFrom(SEED, await namesOf(gateway.api));
const authorization = `Bearer ${await gateway.token('admin')}`;
const documents = { openapi: contract('openapi.json'), catalogue: contract('ws-catalogue.json') };
const { kinds, safe, close } = await openKinds({ gateway, ...documents, random, authorization });
for (const [name, reason] of Object.entries(safe)) say(`not sent: ${name} (${reason})`);

const figures = Object.fromEntries(
  ROWS.map((kind) => [kind, { cases: 0, statuses: {}, hangs: 0, turn: 0, gc: 0, long: 0, repeated: 0 }]),
);
/** Milliseconds in which answers were awaited, by kind and name. */
const waits = new Map();
/** Turns above the bound, by kind and name of the cases under way: their number, and the longest in milliseconds. */
const causes = new Map();
const faults = [];
const fault = (what, { kind, name, about }) => {
  faults.push(what);
  if (faults.length <= 40) say(`FAULT ${what}: ${kind} ${name} ${about.slice(0, 600)}`);
};

async function send(kind, made) {
  const start = now();
  const { status, isHang } = await made.send();
  const figure = figures[kind];
  const of = { kind, ...made };
  const end = now();
  const name = `${kind} ${made.name.slice(0, 60)}`;
  waits.set(name, (waits.get(name) ?? 0) + end - start);
  if (status >= 500) figure.statuses[status] = (figure.statuses[status] ?? 0) + 1;
  if (status === 500) fault('answered 500', of);
  if (isHang) figure.hangs += 1;
  return { ...of, isHang, start, end };
}

/** Sends cases of one kind, and answers the turns above the bound with the cases that were under way. */
async function sendRow(kind, count) {
  const sent = [];
  let left = count;
  const work = async () => {
    while (left > 0 && !gateway.isOver()) {
      left -= 1;
      const made = kinds[kind]();
      if (made === undefined) continue;
      figures[kind].cases += 1;
      sent.push(await send(kind, made));
    }
  };
  gateway.turns();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { sent, long: await longTurns(kind) };
}

function noteCause(name, ms) {
  const { count = 0, longest = 0 } = causes.get(name) ?? {};
  causes.set(name, { count: count + 1, longest: Math.max(longest, ms) });
}

async function longTurns(kind) {
  await pause(METERED_MS);
  const figure = figures[kind];
  const turns = gateway.turns();
  for (const { ms, gc } of turns) {
    figure.turn = Math.max(figure.turn, ms);
    figure.gc = Math.max(figure.gc, gc);
  }
  const long = turns.filter(({ ms }) => ms > LONGEST_TURN_MS);
  figure.long += long.length;
  return long;
}

const suspects = new Map();
const only = text('kind');
const began = now();
let done = 0;
for (let row = 0; done < CASES && !gateway.isOver(); row += 1) {
  const kind = only ?? ROWS[row % ROWS.length];
  const count = Math.min(ROW, CASES - done);
  const { sent, long } = await sendRow(kind, count);
  done += count;
  for (const each of sent.filter(({ isHang }) => isHang)) {
    suspects.set(`${kind} ${each.name} ${each.about}`, { ...each, turn: { ms: Number.POSITIVE_INFINITY } });
  }
  for (const turn of long) {
    // An answer of a moment before may have caused it too.
    const near = sent.filter(({ start, end }) => start <= turn.end && end >= turn.start - 5);
    for (const each of near) suspects.set(`${kind} ${each.name} ${each.about}`, { ...each, turn });
    const names = [...new Set(near.map(({ name }) => name.slice(0, 60)))];
    for (const name of names) noteCause(`${kind} ${name}`, turn.ms);
    if (turn.ms > CERTAIN_TURN_MS) {
      fault(`a turn of ${turn.ms.toFixed(0)} ms`, { kind, name: `after ${done} cases`, about: names.join(', ') });
    }
  }
  if (done % 1_000 < ROW) {
    const seconds = Math.round((now() - began) / 1_000);
    say(`${done} cases in ${seconds} s, ${faults.length} faults, ${suspects.size} cases to repeat`);
  }
}

for (const suspect of [...suspects.values()].sort((a, b) => b.turn.ms - a.turn.ms).slice(0, MAX_REPEATED)) {
  const again = [];
  let hangs = 0;
  for (let time = 0; time < 3 && !gateway.isOver(); time += 1) {
    gateway.turns();
    if ((await send(suspect.kind, suspect)).isHang) hangs += 1;
    again.push(Math.max(0, ...(await longTurns(suspect.kind)).map(({ ms }) => ms)));
  }
  if (hangs > 1) fault('no answer', suspect);
  if (again.filter((ms) => ms > LONGEST_TURN_MS).length < 2) continue;
  figures[suspect.kind].repeated += 1;
  fault(`turns of ${again.map((ms) => ms.toFixed(0)).join(', ')} ms`, suspect);
}

const alive =
  !gateway.isOver() &&
  (await gateway.api('/info').then(
    ({ version }) => version !== undefined,
    () => false,
  ));
if (!alive) fault('the gateway ended', { kind: 'all', name: '', about: `after ${done} cases` });
for (const [kind, { cases, statuses, hangs, turn, gc, long, repeated }] of Object.entries(figures)) {
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  say(
    `${kind.padEnd(14)}${String(cases).padStart(6)} cases, 5xx: ${answers.join(', ') || 'none'}, hangs: ${hangs}, ` +
      `longest turn ${turn.toFixed(0)} ms (collection ${gc.toFixed(0)} ms), above 50 ms: ${long}, repeated: ${repeated}`,
  );
}
const longest = [...waits].sort(([, one], [, other]) => other - one).slice(0, 10);
say(`awaited longest: ${longest.map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(0)} s`).join(', ')}`);
const often = [...causes].sort(([, one], [, other]) => other.count - one.count).slice(0, 15);
say('under way in turns above 50 ms:');
for (const [name, { count, longest: ms }] of often) say(`  ${name}: ${count}, longest ${ms.toFixed(0)} ms`);
say(`${done} cases, ${faults.length} faults`);
close();
await gateway.close();
process.exitCode = faults.length === 0 ? 0 : 1;

/** Names of what is in the house, by the member that means them. */
async function namesOf(api) {
  const { items: devices } = await api('/devices?per_page=200');
  const addresses = devices.map(({ address }) => address);
  const channels = addresses.flatMap((address) => [`${address}:0`, `${address}:1`]);
  const names = async (path, member) => (await api(path)).map((each) => String(each[member]));
  const { device_channels: houses } = await api('/snapshot?include=data_points');
  const points = houses
    .slice(0, 100)
    .flatMap(({ device_address: device, channels: all }) =>
      all.flatMap(({ number, data_points: list }) => list.map(({ parameter }) => [device, number, parameter])),
    );
  const parameters = [...new Set(points.map(([, , parameter]) => parameter))];
  const known = {
    addr: [...addresses, ...channels],
    address: [...addresses, ...channels],
    device: addresses,
    device_address: addresses,
    channel_address: channels,
    peer: channels,
    sender: channels,
    receiver: channels,
    no: ['0', '1', '2', '3', '4', '99'],
    channel: [0, 1, 2, 3, 4],
    param: parameters,
    parameter: parameters,
    key: ['VALUES', 'MASTER', 'LINK', 'x'],
    name: [...(await names('/sysvars', 'name')), ...(await names('/rooms', 'name')), 'STATE', 'DEW_POINT'],
    id: [...(await names('/programs', 'id')), ...(await names('/interfaces', 'id')), '1'],
    operation: ['turn_on', 'turn_off', 'set_temperature', 'open', 'close', 'stop', 'lock'],
    interface: ['HmIP-RF', 'BidCos-RF', 'fuzz-HmIP-RF'],
    interface_id: ['fuzz-HmIP-RF', 'fuzz-BidCos-RF'],
  };
  return { known: new Map(Object.entries(known)), points };
}
