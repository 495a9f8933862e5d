// Disk, work and answers of the history of an installation with 500 devices, in quick motion: a year of samples is written
// in lots of five minutes, rolled up after each day, and dropped after 30 days. Beside it SQLite alone, in the same run, for some
// of the days: a row for each sample, and a row for each hour and day that one statement makes. Its bytes of a year are those
// of its days times their number. --days=N shortens the year, and --minutes=N ends it after the day in which they are over; the
// bytes of a year are then those of the days that were run. --rough kills the gateway and fills its disk in between: each 20 days
// the file is left as a killed process leaves it, and each 30 days it refuses every write of a day at first. With --json the last
// line of stdout is one JSON object.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rollUp } from '@ccu-gateway/gateway-core/testing';
import { localDay, readHistory } from '@ccu-gateway/gateway-core/use-cases';
import { openHistoryFile } from '@ccu-gateway/storage';
import Database from '../../../packages/storage/test/driver.cjs';

const { values: given } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    minutes: { type: 'string', default: 'Infinity' },
    rough: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
/** Less where the time of `--minutes` is over before. */
let daysRun = Number(given.days);
const PEER_DAYS = Math.min(5, daysRun);
const say = (text) => (given.json ? process.stderr : process.stdout).write(`${text}\n`);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = new Date(2025, 0, 1).getTime();
const BOUNDS = { maxAgeMs: 3_660 * DAY, maxBytes: 640 * 2 ** 20 };
const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const GOALS = { bytesAYear: 60e6, queryMs: 200, answerBytes: 100_000 };

/** A seeded generator: each run writes the same. */
let seed = 42;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

// Each kind: number of devices, and its values with changes a day and how one goes on from the value before.
const wander =
  (step, min, max, digits = 1) =>
  (value) =>
    Number(Math.min(max, Math.max(min, value + (random() - 0.5) * 2 * step)).toFixed(digits));
const either = (value) => 1 - value;
const rssi = (changes) => ['RSSI_DEVICE', changes, -70, wander(4, -110, -40, 0)];
const quiet = [
  ['LOW_BAT', 0, 0, either],
  ['UNREACH', 0, 0, either],
  ['OPERATING_VOLTAGE', 1.5, 2.9, wander(0.1, 2, 3.2)],
];
const KINDS = [
  [
    180,
    ...quiet,
    rssi(144),
    ['ACTUAL_TEMPERATURE', 144, 20, wander(0.2, 14, 28)],
    ['HUMIDITY', 96, 50, wander(1.5, 25, 85, 0)],
    ['SET_POINT_TEMPERATURE', 4, 20, wander(3, 5, 25)],
    ['LEVEL', 72, 0.2, wander(0.1, 0, 1, 2)],
  ],
  [150, ...quiet, rssi(20), ['STATE', 10, 0, either]],
  [
    100,
    rssi(96),
    ['STATE', 6, 0, either],
    ['POWER', 480, 60, wander(30, 0, 2_000, 2)],
    ['CURRENT', 480, 300, wander(120, 0, 9_000, 0)],
    ['ENERGY_COUNTER', 480, 12_000, (value) => Number((value + random() * 8).toFixed(1))],
  ],
  [70, ...quiet, rssi(100), ['MOTION', 100, 0, either], ['ILLUMINATION', 144, 40, wander(20, 0, 500, 2)]],
];

function makeSeries() {
  const series = [];
  let number = 0;
  for (const [count, ...parameters] of KINDS) {
    for (let device = 0; device < count; device += 1) {
      number += 1;
      const address = `0001D3C9${String(number).padStart(6, '0')}`;
      for (const [parameter, changes, value, next] of parameters) {
        series.push({ name: `point/home/${address}/1/${parameter}`, address, parameter, changes, value, next });
      }
    }
  }
  return series;
}

/** Samples of five minutes; every value at each keyframe. */
function lotOf(series, at) {
  const samples = [];
  const isKeyframe = (at - START) % (6 * HOUR) === 0;
  if (isKeyframe) samples.push({ series: 'recording', at, value: 1 });
  for (const each of series) {
    if (isKeyframe) samples.push({ series: each.name, at, value: each.value });
    let due = (each.changes * 5) / 1_440;
    for (; due > 0; due -= 1) {
      if (due < 1 && random() >= due) break;
      const value = each.next(each.value);
      if (value === each.value) continue;
      each.value = value;
      samples.push({ series: each.name, at: at + 1 + Math.floor(random() * (5 * MINUTE - 1)), value });
    }
  }
  return samples.sort((one, other) => one.at - other.at);
}

const root = mkdtempSync(join(tmpdir(), 'ccu-gateway-history-'));
let { history, file, close } = await openHistoryFile({ dataDir: join(root, 'data') });
const disturber = new Database(file);
const peerFile = join(root, 'peer.db');
const peer = new Database(peerFile);
peer.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
  CREATE TABLE samples (series INTEGER, at INTEGER, value REAL, PRIMARY KEY (series, at)) WITHOUT ROWID;
  CREATE TABLE rolled (tier INTEGER, series INTEGER, at INTEGER, n INTEGER, low REAL, high REAL, sum REAL, mean REAL,
    first REAL, last REAL, PRIMARY KEY (tier, series, at)) WITHOUT ROWID;`);
const insert = peer.prepare('INSERT OR IGNORE INTO samples VALUES (?, ?, ?)');
const insertAll = peer.transaction((samples, ids) => {
  for (const { series, at, value } of samples) insert.run(ids.get(series), at, value);
});
const rollPeer = (tier, length, from) =>
  peer
    .prepare(
      `INSERT OR REPLACE INTO rolled SELECT ?, series, at / CAST(? AS INTEGER) * CAST(? AS INTEGER), count(*), min(value), max(value), sum(value), avg(value),
       (SELECT value FROM samples s WHERE s.series = o.series AND s.at >= o.at / CAST(? AS INTEGER) * CAST(? AS INTEGER) ORDER BY s.at LIMIT 1), max(value)
       FROM samples o WHERE at >= ? AND at < ? GROUP BY series, at / CAST(? AS INTEGER)`,
    )
    .run(tier, length, length, length, length, from, from + DAY, length);

const series = makeSeries();
const ids = new Map([['recording', 0], ...series.map(({ name }, index) => [name, index + 1])]);
let samples = 0;
const spent = { write: 0, roll: 0, longestTurn: 0, peerWrite: 0, peerRoll: 0 };
async function timed(what, work) {
  const begun = performance.now();
  const answer = await work();
  spent[what] += performance.now() - begun;
  return answer;
}

/** As the recorder does: a refused write is made again, for example after a checkpoint. */
async function insist(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== 'storage_busy') throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** True where the file refuses it, as a full disk does. */
const isRefused = (work) =>
  work().then(
    () => false,
    () => true,
  );

async function fullDisk(work) {
  for (const table of ['blocks', 'hours', 'days']) {
    disturber.exec(
      `CREATE TRIGGER full_${table} BEFORE INSERT ON history_${table} BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
  }
  const wasRefused = await isRefused(work);
  for (const table of ['blocks', 'hours', 'days']) disturber.exec(`DROP TRIGGER full_${table}`);
  if (!wasRefused) throw new Error('A full disk refused nothing');
}

async function kill() {
  close();
  ({ history, file, close } = await openHistoryFile({ dataDir: join(root, 'data') }));
}

async function rollAll(until) {
  for (
    let step = await history.rollUps.next(until, localDay);
    step;
    step = await history.rollUps.next(until, localDay)
  ) {
    const rolled = await rollUp(history, step);
    const begun = performance.now();
    await insist(() => history.rollUps.put(step, rolled, BOUNDS));
    spent.longestTurn = Math.max(spent.longestTurn, performance.now() - begun);
  }
}

let peerBytes = 0;
const begunAt = performance.now();
for (let day = 0; day < daysRun; day += 1) {
  const from = START + day * DAY;
  for (let at = from; at < from + DAY; at += 5 * MINUTE) {
    const lot = lotOf(series, at);
    samples += lot.length;
    if (given.rough && day % 30 === 29 && at === from) await fullDisk(() => history.append(lot));
    await timed('write', () => insist(() => history.append(lot)));
    if (day < PEER_DAYS) await timed('peerWrite', () => insertAll(lot, ids));
  }
  if (given.rough && day % 20 === 19) await kill();
  if (given.rough && day % 30 === 29) await fullDisk(() => rollAll(from + DAY));
  await timed('roll', () => rollAll(from + DAY));
  if (day < PEER_DAYS) {
    await timed('peerRoll', () => {
      rollPeer(1, HOUR, from);
      rollPeer(2, DAY, from);
    });
  }
  if (day === PEER_DAYS - 1) {
    peer.exec('DELETE FROM samples; VACUUM');
    peer.pragma('wal_checkpoint(TRUNCATE)');
    peerBytes = (statSync(peerFile).size / PEER_DAYS) * 365;
  }
  const bounds = { maxAgeMs: 30 * DAY, maxBytes: 32 * 2 ** 20, keepsUnrolled: true };
  while (await insist(() => history.prune(bounds, from + DAY)));
  const seconds = Math.round((performance.now() - begunAt) / 1_000);
  if (day + 1 >= PEER_DAYS && seconds > Number(given.minutes) * 60) daysRun = day + 1;
  if ((day + 1) % 10 === 0 || day + 1 === daysRun) {
    // Never on the stream of the result: a run of minutes shows that it goes on.
    process.stderr.write(`day ${day + 1} of ${daysRun} after ${seconds} s, file ${mb(statSync(file).size)}\n`);
  }
}

const end = START + daysRun * DAY;
const rolled = await history.rollUps.extent();
const house = {
  centralNames: () => ['home'],
  dataPoint: () => ({ ok: true, value: { type: 'FLOAT' } }),
  resolve: () => ({ ok: true, value: { central: 'home' } }),
  device: () => ({ ok: true, value: {} }),
};
const ports = {
  house,
  clock: { now: () => end },
  history: {
    ...history,
    retention: () => ({ enabled: true, maxDays: 30, maxBytes: 32 * 2 ** 20, years: 10 }),
    isRecorded: () => true,
  },
};
const temperatures = series.filter(({ parameter }) => parameter === 'ACTUAL_TEMPERATURE');
const chosen = Array.from({ length: 10 }, (_, index) => temperatures[index * 18]);
const points = chosen.map(({ address, parameter }) => `${address}:1:${parameter}`);
async function query(days) {
  const times = [];
  let bytes = 0;
  for (let round = 0; round < 5; round += 1) {
    const begun = performance.now();
    const answer = await readHistory(ports, { points, from: end - days * DAY, to: end });
    bytes = JSON.stringify(answer).length;
    times.push(performance.now() - begun);
  }
  return { ms: times.sort((one, other) => one - other)[2], bytes };
}
const year = await query(Math.min(365, daysRun));
const month = await query(Math.min(30, daysRun));
const week = await query(Math.min(7, daysRun));
let counted = 0;
for await (const slice of history.rollUps.read({ series: [...ids.keys()], from: START, to: end }, 'day')) {
  for (const { count } of slice) counted += count;
}
const fileBytes = statSync(file).size;
disturber.close();
close();

const perYear = (rolled.bytes / daysRun) * 365;
const ms = (value) => `${value.toFixed(1)} ms`;
say(
  `${series.length} series of 500 devices, ${daysRun} days, ${samples} samples (${Math.round(samples / daysRun)} a day)`,
);
say(
  `hours and days: ${mb(perYear)} a year; SQLite alone ${mb(peerBytes)} a year (${(peerBytes / perYear).toFixed(1)} times)`,
);
say(`the file: ${mb(fileBytes)}, with the samples of 30 days or 32 MiB`);
say(
  `work of a day: write ${ms(spent.write / daysRun)}, roll up ${ms(spent.roll / daysRun)}, longest transaction ${ms(spent.longestTurn)}`,
);
say(`SQLite alone: write ${ms(spent.peerWrite / PEER_DAYS)}, roll up ${ms(spent.peerRoll / PEER_DAYS)}`);
say(`ten series of ${Math.min(365, daysRun)} days: ${ms(year.ms)}, ${(year.bytes / 1e3).toFixed(1)} KB`);
say(`ten series of a month: ${ms(month.ms)}, ${(month.bytes / 1e3).toFixed(1)} KB; of a week: ${ms(week.ms)}`);
say(`${counted} of ${samples} samples are counted in the days`);
peer.close();
rmSync(root, { recursive: true, force: true });

const goals = {
  'every sample is in one day': counted === samples,
  'at most 60 MB a year of 500 devices': perYear <= GOALS.bytesAYear,
  'at most 200 ms for a year of ten series': year.ms <= GOALS.queryMs,
  'at most 100 KB for it': year.bytes <= GOALS.answerBytes,
};
for (const [goal, reached] of Object.entries(goals)) say(`${reached ? 'reached' : 'MISSED '} ${goal}`);
if (given.json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  const ratios = { bytes: Number((peerBytes / perYear).toFixed(1)) };
  const ok = Object.values(goals).every(Boolean);
  process.stdout.write(
    `${JSON.stringify({ name: 'history', ok, ratios, perYear, year, month, week, spent, machine })}\n`,
  );
}
