// Ours beside the peer: the same request as often as answers come, in rounds that alternate, and the median of the rounds.
import { fork } from 'node:child_process';

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Starts the peer for these texts by name, and the process that sends requests. */
export async function startComparison(bodies) {
  const load = fork(new URL('./load.mjs', import.meta.url));
  const bare = fork(new URL('./bare-routes.mjs', import.meta.url));
  const barePort = await new Promise((resolve) => {
    bare.once('message', ({ port }) => resolve(port));
    bare.send(bodies);
  });
  const drive = (port, request, connections, ms) =>
    new Promise((resolve) => {
      load.once('message', resolve);
      load.send({ port, request, connections, ms });
    });

  return {
    barePort,
    drive,
    /** Requests per second of both. The first round warms up. */
    async compare({ port, ours, theirs, connections, rounds, ms }) {
      const rates = { ours: [], theirs: [] };
      let wrong = 0;
      for (let round = 0; round <= rounds; round += 1) {
        const mine = await drive(port, ours, connections, ms);
        const peer = await drive(barePort, theirs, connections, ms);
        wrong += mine.wrong + peer.wrong;
        if (round === 0) continue;
        rates.ours.push(mine.perSecond);
        rates.theirs.push(peer.perSecond);
      }
      const [mine, peer] = [median(rates.ours), median(rates.theirs)];
      return { perSecond: Math.round(mine), bare: Math.round(peer), ratio: Number((mine / peer).toFixed(3)), wrong };
    },
    stop() {
      load.disconnect();
      bare.disconnect();
    },
  };
}

/** One line for people: requests per second and microseconds of ours and of the peer, and the ratio. */
export function lineOf(name, { perSecond, bare, ratio }) {
  const each = (rate) => `${String(rate).padStart(7)}/s ${(1e6 / rate).toFixed(0).padStart(6)} µs`;
  return `  ${name.padEnd(20)}${each(perSecond)}   bare ${each(bare)}   ${ratio.toFixed(2)}`;
}
