// Cost of durable events: the log of this package beside one row an event, in the same run on the same disk. Time
// bounded: about five seconds in all. With --json the last line of stdout is one JSON object.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openEventStore } from '../dist/index.js';
import Database from '../test/driver.cjs';

const ROUNDS = 5;
const BATCHES = 150;
const BATCH = 64;
const GOAL_US = 3;

const root = mkdtempSync(join(tmpdir(), 'bench-log-'));
const text = (seq) =>
  `{"seq":${seq},"kind":"change","topic":"device.A${seq % 500}.channels.1.data_points.LEVEL","type":"datapoint.value_changed","ts":"2026-01-01T00:00:00.000000000Z","payload":{"central":"home","device_address":"A${seq % 500}","channel":1,"parameter":"LEVEL","value":0.5}}`;
const record = (seq) => ({
  seq,
  topic: `device.A${seq % 500}.channels.1.data_points.LEVEL`,
  text: text(seq),
  key: `A${seq % 500}`,
});

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Microseconds an event; making the events is not counted. */
async function timed(append) {
  const batches = Array.from({ length: BATCHES }, () => next());
  const started = performance.now();
  for (const batch of batches) await append(batch);
  return ((performance.now() - started) * 1000) / (BATCHES * BATCH);
}

const store = await openEventStore({ dataDir: join(root, 'data') });
await store.log.open({ tail: 0 });
await store.log.begin({ epoch: 'bench', seq: 0, reservedSeq: 1e9 });
let seq = 0;
function next() {
  return Array.from({ length: BATCH }, () => {
    seq += 1;
    return record(seq);
  });
}

const db = new Database(join(root, 'rows.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, topic TEXT, key TEXT, text TEXT)');
const insert = db.prepare('INSERT INTO events VALUES (@seq, @topic, @key, @text)');
const insertAll = db.transaction((records) => {
  for (const entry of records) insert.run(entry);
});

const variants = {
  log: (records) => store.log.append({ records }),
  'one row an event, 64 a transaction': async (records) => insertAll(records),
  'one row an event, one a transaction': async (records) => {
    for (const entry of records) insert.run(entry);
  },
};

const results = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, append] of Object.entries(variants)) results[name].push(await timed(append));
}
const us = Object.fromEntries(Object.entries(results).map(([name, values]) => [name, median(values)]));

const pages = [];
for (let round = 0; round < 50; round += 1) {
  const started = performance.now();
  await store.log.page({ since: 0, limit: 1024 });
  pages.push(performance.now() - started);
}
store.close();
db.close();
rmSync(root, { recursive: true, force: true });

const ratios = {
  'log over one row an event, 64 a transaction': us['one row an event, 64 a transaction'] / us.log,
  'log over one row an event, one a transaction': us['one row an event, one a transaction'] / us.log,
};
console.log('append, microseconds an event (median of 5, batches of 64)');
for (const [name, value] of Object.entries(us)) console.log(`  ${value.toFixed(2).padStart(8)}  ${name}`);
console.log(`page of 1 024 events: ${median(pages).toFixed(2)} ms (median of 50)`);
console.log(`goal: at most ${GOAL_US} microseconds an event`);
const machine = { cpus: cpus().length, model: cpus()[0]?.model, memory: totalmem(), node: process.version };
if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify({
      name: 'event-log',
      ok: us.log <= GOAL_US,
      ratios,
      us_per_event: us,
      page_ms: median(pages),
      machine,
    }),
  );
}
