// What the Matter bridge costs: memory on top of a gateway with 30, 100 and 300 endpoints, the time to start and to be added to a home,
// and how long an event takes to two controllers that follow 100 endpoints. Each part is a process of its own, in the network of this
// machine. Bounded: about two minutes. With --json the last line of stdout is one object.
import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const json = process.argv.includes('--json');
const GOALS = { 30: 90, 100: 110, 300: 180 };
const FOLLOWED = 100;
const MANY = 300;
const EVENTS = 100;
const STREAM = { perSecond: 50, seconds: 10 };

const say = (text) => json || console.log(text);
const round = (value) => Math.round(value * 10) / 10;
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];
// Any port that the machine gives would do, but a bridge wants to know it before it listens.
const freePort = () => 20_000 + Math.floor(Math.random() * 40_000);

/** A process that is called by name of a command. */
function startProcess(file, ...args) {
  const child = fork(new URL(`lib/${file}`, import.meta.url), args.map(String), { execArgv: ['--expose-gc'] });
  const waiting = new Map();
  let id = 0;
  child.on('message', ({ id: of, answer, failure }) => {
    const { resolve, reject } = waiting.get(of);
    waiting.delete(of);
    if (failure === undefined) resolve(answer);
    else reject(new Error(`${file}: ${failure}`));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}`));
  });
  return (command, given) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, { resolve, reject });
      child.send({ id, command, args: given });
    });
}

/** Memory that the bridge adds to a process. One that has worked before, as every gateway has, has room that a fresh one has not. */
async function measureStart(count, hasWorked) {
  const bridge = startProcess('bridge.mjs', count, freePort());
  if (hasWorked) await bridge('work');
  const before = await bridge('memory');
  const { loadMs, startMs, memory } = await bridge('start');
  await stop(bridge);
  return {
    beforeMb: before.rss,
    addedMb: round(memory.rss - before.rss),
    heapMb: round(memory.heap - before.heap),
    startMs: Math.round(loadMs + startMs),
  };
}

async function measureMemory(count) {
  const fresh = await measureStart(count, false);
  const working = await measureStart(count, true);
  const goal = GOALS[count];
  const verdict = working.addedMb <= goal ? '' : ', MISSED';
  say(
    `${String(count).padStart(3)} endpoints: +${working.addedMb} MB to a process of ${working.beforeMb} MB that has worked before ` +
      `(goal ${goal}${verdict}), +${fresh.addedMb} MB to a fresh one of ${fresh.beforeMb} MB; heap +${working.heapMb} MB; ` +
      `started in ${working.startMs} ms`,
  );
  return { endpoints: count, goalMb: goal, working, fresh };
}

/** The process answers nothing more when it has ended. */
const stop = (process_) => process_('stop').catch(() => undefined);

/** A home that adds a large house, and hears the last thing of it. */
async function measureMany() {
  const bridge = startProcess('bridge.mjs', MANY, freePort());
  await bridge('start');
  const controller = startProcess('controller.mjs', freePort(), 'Large');
  const commissionMs = Math.round(await controller('commission', await bridge('openWindow')));
  await controller('follow', { first: 2, count: MANY });
  const sentAt = await bridge('turn', { index: MANY - 1, on: true });
  const heardMs = round((await controller('heard', { number: MANY + 1, value: true })) - sentAt);
  say(`${MANY} endpoints: added to a home in ${commissionMs} ms, an event of the last heard after ${heardMs} ms`);
  for (const each of [controller, bridge]) await stop(each);
  return { endpoints: MANY, commissionMs, heardMs };
}

async function measureReports() {
  const bridge = startProcess('bridge.mjs', FOLLOWED, freePort());
  await bridge('work');
  const before = await bridge('memory');
  await bridge('start');
  const controllers = ['First', 'Second'].map((label) => startProcess('controller.mjs', freePort(), label));
  const commissionMs = [];
  for (const controller of controllers) {
    commissionMs.push(await controller('commission', await bridge('openWindow')));
    await controller('follow', { first: 2, count: FOLLOWED });
  }
  say(`added to a home in ${commissionMs.map((ms) => Math.round(ms)).join(' and ')} ms`);
  const followed = await bridge('memory');
  say(`${FOLLOWED} endpoints with two controllers: +${round(followed.rss - before.rss)} MB`);
  const latencies = [];
  for (let event = 0; event < EVENTS; event += 1) {
    const on = Math.floor(event / FOLLOWED) % 2 === 0;
    const index = event % FOLLOWED;
    const sentAt = await bridge('turn', { index, on });
    for (const controller of controllers) {
      latencies.push((await controller('heard', { number: index + 2, value: on })) - sentAt);
    }
    await pause(20);
  }
  const ms = {
    p50: round(quantile(latencies, 0.5)),
    p95: round(quantile(latencies, 0.95)),
    max: round(Math.max(...latencies)),
  };
  say(`event to report, ${EVENTS} events, two controllers: p50 ${ms.p50} ms, p95 ${ms.p95} ms, max ${ms.max} ms`);
  for (const controller of controllers) await controller('reports');
  const { cpuPercent, sent } = await bridge('stream', STREAM);
  await pause(1500);
  const reports = [];
  for (const controller of controllers) reports.push(await controller('reports'));
  say(
    `${STREAM.perSecond} events/s for ${STREAM.seconds} s: ${round(cpuPercent)} % of a core; ${sent} events, heard ${reports.join(' and ')}`,
  );
  const after = await bridge('memory');
  say(`after them: ${round(after.rss - followed.rss)} MB more`);
  for (const each of [...controllers, bridge]) await stop(each);
  return {
    commissionMs,
    latencyMs: ms,
    cpuPercent: round(cpuPercent),
    sent,
    reports,
    withControllersMb: round(followed.rss - before.rss),
  };
}

say(`${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}`);
const memory = [];
for (const count of [30, 100, 300]) memory.push(await measureMemory(count));
const reports = await measureReports();
const many = await measureMany();
if (json) console.log(JSON.stringify({ memory, reports, many }));
process.exit(0);
