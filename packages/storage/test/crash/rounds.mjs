// Kills a publisher again and again, and checks the frames of its surviving clients.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const clients = 3;

/** A client that outlives the publisher: its frames, over all its connections. */
function createSurvivor() {
  const seen = [];
  let cursor;
  return {
    seen,
    get cursor() {
      return cursor;
    },
    /** Connects; `first` resolves with the first frame to remember, both when the connection is closed. */
    attend(port) {
      const length = seen.length;
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      let rest = '';
      socket.on('data', (bytes) => {
        const lines = (rest + bytes.toString()).split('\n');
        rest = lines.pop();
        for (const line of lines) {
          if (!line.startsWith('data: ')) continue;
          const frame = JSON.parse(line.slice(6));
          if (frame.op === 'replay_lost') {
            seen.push({ told: frame.seq });
            cursor = frame.seq;
          } else if (frame.op === 'subscribed') cursor ??= frame.seq;
          else if (!frame.op) {
            seen.push({ seq: frame.seq });
            cursor = frame.seq;
          }
          if (seen.length > length) socket.emit('first');
        }
      });
      socket.write(JSON.stringify({ since: cursor }));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      return { closed, first: Promise.race([closed, new Promise((resolve) => socket.once('first', resolve))]) };
    },
  };
}

/** The first loss that was not reported to a client, or undefined. */
function findSilentGap(seen, truth) {
  let last;
  let at = 0;
  for (const { seq, told } of seen) {
    if (told !== undefined) {
      // After a reported loss every later event is due; a crash may have handed out unknown numbers.
      last = told;
      continue;
    }
    if (last !== undefined && seq <= last) return `${seq} came after ${last}`;
    if (last !== undefined) {
      while (truth[at] <= last) at += 1;
      if (truth[at] !== seq) return `${truth[at]} is missing before ${seq}`;
    }
    last = seq;
  }
  return undefined;
}

/**
 * Every third round ends cleanly, the others at a random moment by SIGKILL, sometimes while the publisher starts.
 * Resolves with the counts; `problems` is empty when every client received each event or a report of its loss.
 */
export async function runCrashRounds({ rounds, streamModule, storageModule, folder, random, gatherMs = 100 }) {
  const truthFile = join(folder, 'published');
  const survivors = Array.from({ length: clients }, createSurvivor);
  const problems = [];
  let resumed = 0;
  let told = 0;
  // Clients with an event before the last stop, which are not affected by an earlier crash; none unless that stop was
  // clean.
  let upToDate = new Set();
  for (let round = 0; round < rounds; round += 1) {
    const clean = round % 3 === 1;
    const child = fork(
      new URL('publisher.mjs', import.meta.url),
      [streamModule, storageModule, join(folder, 'data'), truthFile, String(gatherMs)],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] },
    );
    const exited = once(child, 'exit');
    // Not in the round after a clean end: in that the clients are to resume.
    const early = round % 3 === 0 && random() < 0.3;
    if (early) {
      await wait(random() * 150);
      child.kill('SIGKILL');
      await exited;
      upToDate = new Set();
      continue;
    }
    const [{ port }] = await once(child, 'message');
    const before = survivors.map(({ seen, cursor }) => ({ length: seen.length, cursor }));
    const attended = survivors.map((survivor) => survivor.attend(port));
    const gone = Promise.all(attended.map(({ closed }) => closed));
    await Promise.all(attended.map(({ first }) => first));
    await wait(random() * 150);
    if (clean) child.send('stop');
    else child.kill('SIGKILL');
    const [code] = await exited;
    if (clean && code !== 0) problems.push(`round ${round}: the publisher ended with ${code}`);
    await gone;
    const owed = upToDate;
    upToDate = new Set();
    for (const [index, { seen }] of survivors.entries()) {
      const first = seen[before[index].length];
      if (clean && first) upToDate.add(index);
      if (before[index].cursor === undefined || !first) continue;
      if (first.told === undefined) resumed += 1;
      else told += 1;
      if (owed.has(index) && first.told !== undefined)
        problems.push(`round ${round}: lost although the stop was clean`);
    }
  }
  const truth = existsSync(truthFile) ? readFileSync(truthFile, 'utf8').split('\n').slice(0, -1).map(Number) : [];
  for (let index = 1; index < truth.length; index += 1) {
    if (truth[index] <= truth[index - 1]) problems.push(`${truth[index]} was handed out after ${truth[index - 1]}`);
  }
  for (const [index, { seen }] of survivors.entries()) {
    const gap = findSilentGap(seen, truth);
    if (gap) problems.push(`client ${index}: ${gap}`);
  }
  const received = survivors.reduce((sum, { seen }) => sum + seen.length, 0);
  return { problems, published: truth.length, received, resumed, told };
}
