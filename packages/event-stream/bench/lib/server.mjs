// One peer in a process of its own. It receives commands over IPC; the reader reports arrivals over a socket.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { peers } from './peers.mjs';

const peer = await peers[process.argv[2]]();

/** Microseconds of CPU that the serving process has used. */
function cpu() {
  if (peer.cpu) return peer.cpu();
  const fields = readFileSync(`/proc/${peer.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function rss() {
  if (peer.cpu) return process.memoryUsage().rss;
  return Number(readFileSync(`/proc/${peer.pid}/statm`, 'utf8').split(' ')[1]) * 4096;
}

let published = 0;
let arrived = 0;
let onArrival = () => {};
const arrivals = createServer((socket) => {
  socket.on('data', (bytes) => {
    arrived += bytes.length;
    onArrival();
  });
  socket.on('error', () => {});
});
arrivals.listen(0, '127.0.0.1', () => {
  process.send({ ready: { port: peer.port, arrivals: arrivals.address().port } });
});

function publish(count) {
  for (let index = 0; index < count; index += 1) peer.publish();
  published += count;
}

/** Keeps `flight` events on their way, `burst` at a time, until the time is over and all have arrived everywhere. */
function saturate({ flight, burst, ms }) {
  return new Promise((resolve, reject) => {
    const before = { published, cpu: cpu(), at: performance.now() };
    const giveUp = setTimeout(() => reject(new Error('events did not arrive')), ms + 20_000);
    const step = () => {
      const running = performance.now() - before.at < ms;
      while (running && published - arrived <= flight - burst) publish(burst);
      if (running || arrived < published) return;
      onArrival = () => {};
      clearTimeout(giveUp);
      const events = published - before.published;
      resolve({ events, seconds: (performance.now() - before.at) / 1000, cpu: cpu() - before.cpu });
    };
    onArrival = step;
    step();
  });
}

/** Publishes at a steady rate, without waiting for any reader. */
function pace({ perSecond, ms }) {
  return new Promise((resolve) => {
    const before = { published, cpu: cpu(), at: performance.now() };
    const timer = setInterval(() => {
      const elapsed = performance.now() - before.at;
      publish(Math.floor((Math.min(elapsed, ms) * perSecond) / 1000) - (published - before.published));
      if (elapsed < ms) return;
      clearInterval(timer);
      const events = published - before.published;
      resolve({ events, seconds: (performance.now() - before.at) / 1000, cpu: cpu() - before.cpu });
    }, 1);
  });
}

process.on('message', async (message) => {
  try {
    if (message.saturate) process.send({ done: await saturate(message.saturate) });
    if (message.pace) process.send({ done: await pace(message.pace) });
    if (message.publish) {
      publish(message.publish);
      process.send({ done: true });
    }
    if (message.memory) {
      globalThis.gc?.();
      process.send({ done: rss() });
    }
    // Another number of readers: earlier events no longer count.
    if (message.reset) {
      published = 0;
      arrived = 0;
      process.send({ done: true });
    }
  } catch (error) {
    process.send({ failed: String(error) });
  }
});
process.on('disconnect', () => process.exit());
// Ends its companion, too.
process.on('SIGTERM', () => process.exit());
