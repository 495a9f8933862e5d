// What a gateway with the profile low-power takes on a small box: memory, syncs and bytes of the disk, its journals, and the
// time until it listens, with a simulated house of 60 devices at one event a second, on each driver of SQLite that this Node
// has. Syncs and bytes are counted by a shim (lib/slow-disk.c) that is compiled here: Linux and a C compiler are needed.
// --minutes=N measures for so long (default 3; the goal is about 60), --driver=better-sqlite3 or --driver=node measures one of them,
// --profile=normal shows the difference, --json prints one JSON object as the last line.
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { largeHouse, startSimulator } from '@ccu-gateway/ccu-simulator';
import { stringify } from 'yaml';

const { values } = parseArgs({
  options: {
    driver: { type: 'string' },
    json: { type: 'boolean' },
    minutes: { type: 'string', default: '3' },
    profile: { type: 'string', default: 'low-power' },
  },
});
const minutes = Number(values.minutes);
const say = (text) => (values.json ? process.stderr : process.stdout).write(`${text}\n`);
const DEVICES = 60;
const INTERFACE = 'HmIP-RF';
const MB = 1024 * 1024;
const GOALS = { rssMb: 95, syncsPerMinute: 12, journalMb: 4, listenMs: 1_500 };
const SAMPLE_MS = 10_000;
const SETTLE_MS = 20_000;

const sleep = (ms) => new Promise((settle) => setTimeout(settle, ms));
const root = mkdtempSync(join(tmpdir(), 'ccu-gateway-box-'));
const shim = join(root, 'slow-disk.so');
execFileSync(process.env.CC ?? 'cc', [
  ...['-O2', '-shared', '-fPIC', '-o', shim],
  ...[join(import.meta.dirname, 'lib/slow-disk.c'), '-ldl'],
]);
const simulator = await startSimulator({ interfaces: [INTERFACE], house: largeHouse(DEVICES) });
const points = simulator.house.devices(INTERFACE).flatMap(({ channels }) =>
  channels.flatMap(({ description: { ADDRESS: address } }) =>
    Object.entries(simulator.house.descriptions(address).VALUES ?? {})
      .filter(([, { TYPE, OPERATIONS }]) => TYPE === 'FLOAT' && (OPERATIONS & 5) === 5)
      .map(([parameter, { MIN: min }]) => ({ address, parameter, min: Number(min) })),
  ),
);

function configFor(driver) {
  const dataDir = join(root, driver);
  const file = join(root, `${driver}.yaml`);
  const config = {
    data_dir: dataDir,
    ...(values.profile === 'normal' ? {} : { profile: values.profile }),
    persistence: { sqlite_driver: driver },
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { bench: 'only-for-this-benchmark' } } } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0, instance_name: driver },
    centrals: [
      {
        name: 'box',
        host: '127.0.0.1',
        interfaces: [{ name: INTERFACE, port: simulator.ports[INTERFACE] }],
        json_rpc_port: simulator.ports.jsonRpc,
        rega_port: 0,
      },
    ],
  };
  writeFileSync(file, stringify(config), { mode: 0o600 });
  return { dataDir, file };
}

async function start(file, name) {
  const stats = join(root, `${name}.stats`);
  writeFileSync(stats, Buffer.alloc(32));
  const begun = performance.now();
  const child = fork(join(import.meta.dirname, '../dist/main.js'), ['run', '--config', file], {
    silent: true,
    execArgv: [],
    // As docs/low-power.md advises.
    env: {
      ...process.env,
      LD_PRELOAD: shim,
      DISK_STATS: stats,
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '65536',
    },
  });
  const times = {};
  await new Promise((settle, fail) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      if (times.listenMs === undefined && text.includes('"msg":"listening"'))
        times.listenMs = performance.now() - begun;
      if (/"state":"connected"/.test(text)) settle();
    });
    child.once('exit', (code) => fail(new Error(`the gateway ended with ${code}: ${text}`)));
  });
  child.stdout.resume();
  const counted = () => {
    const numbers = readFileSync(stats);
    return { bytes: Number(numbers.readBigInt64LE(0)), syncs: Number(numbers.readBigInt64LE(8)) };
  };
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const mb = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status())?.[1]) / 1024;
  return { child, counted, mb, ...times };
}

const stop = (child) =>
  new Promise((settle) => {
    child.once('exit', settle);
    child.kill('SIGTERM');
  });

const journalMb = (dataDir) =>
  Math.max(
    0,
    ...readdirSync(dataDir)
      .filter((name) => name.endsWith('-wal'))
      .map((name) => statSync(join(dataDir, name)).size),
  ) / MB;

async function measure(driver) {
  const { dataDir, file } = configFor(driver);
  // The first start reads every description, and fills the caches of the machine.
  await stop((await start(file, `${driver}-first`)).child);
  const box = await start(file, driver);
  const { listenMs } = box;
  await sleep(SETTLE_MS);
  const before = box.counted();
  const trend = [];
  let journal = 0;
  const begun = performance.now();
  for (let second = 1; second <= minutes * 60; second += 1) {
    const { address, parameter, min } = points[(second * 7) % points.length];
    simulator.emit(address, parameter, min + (second % 97) / 100 + 0.005);
    await sleep(begun + second * 1000 - performance.now());
    journal = Math.max(journal, journalMb(dataDir));
    if (second % (SAMPLE_MS / 1000) === 0) trend.push(Math.round(box.mb('VmRSS')));
  }
  const after = box.counted();
  const ofFilesMb = Math.round(box.mb('RssFile'));
  await stop(box.child);
  return {
    listenMs: Math.round(listenMs),
    rssMb: trend.at(-1),
    ofFilesMb,
    trend,
    syncsPerMinute: Number(((after.syncs - before.syncs) / minutes).toFixed(1)),
    bytesPerSecond: Math.round((after.bytes - before.bytes) / minutes / 60),
    journalMb: Number(journal.toFixed(2)),
  };
}

const hasNodeDriver = process.getBuiltinModule('node:sqlite') !== undefined;
const drivers = values.driver === undefined ? ['better-sqlite3', ...(hasNodeDriver ? ['node'] : [])] : [values.driver];
const results = {};
try {
  for (const driver of drivers) {
    const found = await measure(driver);
    results[driver] = found;
    say(
      `${driver}, ${values.profile}, ${DEVICES} devices, ${minutes} minutes: ${found.rssMb} MB resident, ${found.ofFilesMb} of them of files such as Node itself ` +
        `(each 10 s: ${found.trend.join(' ')}), ` +
        `${found.syncsPerMinute} syncs a minute, ${found.bytesPerSecond} B/s, largest journal ${found.journalMb} MB, listens after ${found.listenMs} ms`,
    );
  }
  if (!hasNodeDriver && values.driver === undefined)
    say('this Node brings no SQLite of its own: run it with Node 22.13 or newer for the other driver');
} finally {
  await simulator.close();
  rmSync(root, { recursive: true, force: true });
}
const all = (holds) => Object.values(results).every(holds);
const goals = {
  [`at most ${GOALS.rssMb} MB resident`]: all(({ rssMb }) => rssMb <= GOALS.rssMb),
  [`at most ${GOALS.syncsPerMinute} syncs a minute`]: all(
    ({ syncsPerMinute }) => syncsPerMinute <= GOALS.syncsPerMinute,
  ),
  [`journals of at most ${GOALS.journalMb} MB`]: all(({ journalMb: found }) => found <= GOALS.journalMb),
  [`listening within ${GOALS.listenMs} ms`]: all(({ listenMs }) => listenMs <= GOALS.listenMs),
};
for (const [goal, reached] of Object.entries(goals)) say(`${reached ? 'reached' : 'MISSED '} ${goal}`);
if (values.json) {
  const machine = { cpus: cpus().length, model: cpus()[0]?.model ?? '', node: process.version };
  process.stdout.write(
    `${JSON.stringify({ name: 'box', ok: Object.values(goals).every(Boolean), results, machine })}\n`,
  );
}
