// What the Matter bridge costs: memory on top of a gateway with 30, 100 and 300 endpoints, the time to start and to be added to a home,
// and how long an event takes to two controllers that follow 100 or 300 endpoints, one event at a time and 50 a second. Each part is a
// process of its own, in the network of this machine. Bounded: about three minutes on a machine that does nothing else. With --json the
// last line of stdout is one object.
import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const json = process.argv.includes('--json');
const GOALS = { 30: 90, 100: 110, 300: 180 };
const SUBSCRIBED_WITHIN_MS = 60_000;
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

/** Homes that add a house and follow all of it: how long that takes, and how long an event takes to them. */
async function measureReports(endpoints) {
  const bridge = startProcess('bridge.mjs', endpoints, freePort());
  await bridge('work');
  const before = await bridge('memory');
  await bridge('start');
  const controllers = ['First', 'Second'].map((label) => startProcess('controller.mjs', freePort(), label));
  const commissionMs = [];
  const subscribedMs = [];
  for (const [index, controller] of controllers.entries()) {
    commissionMs.push(Math.round(await controller('commission', await bridge('openWindow'))));
    const added = performance.now();
    await controller('follow', { first: 2, count: endpoints });
    // What happens before is part of the first report, which tells all of the house.
    while ((await bridge('figures')).subscriptions <= index) {
      if (performance.now() - added > SUBSCRIBED_WITHIN_MS) {
        say(`${endpoints} endpoints: home ${index + 1} has not subscribed within ${SUBSCRIBED_WITHIN_MS} ms`);
        for (const each of [...controllers, bridge]) await stop(each);
        return { endpoints, commissionMs, subscribedMs };
      }
      // Asking more often would take the bridge's time: it counts all things for each answer.
      await pause(500);
    }
    subscribedMs.push(Math.round(performance.now() - added));
  }
  const followed = await bridge('memory');
  const withControllersMb = round(followed.rss - before.rss);
  say(
    `${endpoints} endpoints: added to two homes in ${commissionMs.join(' and ')} ms, which have subscribed after ` +
      `${subscribedMs.join(' and ')} ms more; +${withControllersMb} MB`,
  );
  const latencyMs = await measureLatency(bridge, controllers, endpoints);
  say(`  event to report, ${EVENTS} events: p50 ${latencyMs.p50} ms, p95 ${latencyMs.p95} ms, max ${latencyMs.max} ms`);
  const stream = await measureStream(bridge, controllers);
  say(
    `  ${STREAM.perSecond} events/s for ${STREAM.seconds} s: ${stream.cpuPercent} % of a core; ${stream.sent} events, of which ` +
      `${stream.changes} were changes, heard ${stream.reports.join(' and ')}; meanwhile p50 ${stream.p50} ms, p95 ${stream.p95} ms, ` +
      `max ${stream.max} ms`,
  );
  const after = await bridge('memory');
  say(`  after them: ${round(after.rss - followed.rss)} MB more`);
  for (const each of [...controllers, bridge]) await stop(each);
  return { endpoints, commissionMs, subscribedMs, withControllersMb, latencyMs, stream };
}

const spread = (latencies) => ({
  p50: round(quantile(latencies, 0.5)),
  p95: round(quantile(latencies, 0.95)),
  max: round(Math.max(...latencies)),
});

/** One event after the other, each when both have heard the one before. */
async function measureLatency(bridge, controllers, endpoints) {
  const latencies = [];
  for (let event = 0; event < EVENTS; event += 1) {
    const on = Math.floor(event / endpoints) % 2 === 0;
    const index = event % endpoints;
    const sentAt = await bridge('turn', { index, on });
    for (const controller of controllers) {
      latencies.push((await controller('heard', { number: index + 2, value: on })) - sentAt);
    }
    await pause(20);
  }
  return spread(latencies);
}

async function measureStream(bridge, controllers) {
  await bridge('reset');
  await pause(1500);
  for (const controller of controllers) await controller('reports');
  const { cpuPercent, sentAt, changes } = await bridge('stream', STREAM);
  await pause(1500);
  const reports = [];
  const latencies = [];
  for (const controller of controllers) {
    const heard = await controller('reports');
    reports.push(heard.length);
    for (const { number, value, at } of heard) {
      const sent = sentAt.findLast((each) => each.at <= at && each.index === number - 2 && each.on === value);
      if (sent !== undefined) latencies.push(at - sent.at);
    }
  }
  return { cpuPercent: round(cpuPercent), sent: sentAt.length, changes, reports, ...spread(latencies) };
}

say(`${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}`);
const memory = [];
for (const count of [30, 100, 300]) memory.push(await measureMemory(count));
const reports = [];
for (const count of [100, 300]) reports.push(await measureReports(count));
if (json) console.log(JSON.stringify({ memory, reports }));
process.exit(0);
