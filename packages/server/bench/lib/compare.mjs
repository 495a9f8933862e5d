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

  const cpuOfBare = () =>
    new Promise((resolve) => {
      bare.once('message', ({ cpu }) => resolve(cpu));
      bare.send('cpu');
    });
  /** The same with the microseconds of CPU that the server took for each request. */
  const driveWithCpu = async (cpuOf, port, request, connections, ms) => {
    const before = await cpuOf();
    const driven = await drive(port, request, connections, ms);
    const after = await cpuOf();
    const used = after.user + after.system - before.user - before.system;
    return { ...driven, cpu: used / ((driven.perSecond * ms) / 1000) };
  };

  return {
    barePort,
    drive,
    /**
     * Requests per second of both. The first round warms up. Of a server in this process also the CPU time of a request
     * in microseconds, which other programs on the machine change less.
     */
    async compare({ port, ours, theirs, connections, rounds, ms, isHere = false }) {
      const rates = { ours: [], theirs: [] };
      const cpu = { ours: [], theirs: [] };
      let wrong = 0;
      for (let round = 0; round <= rounds; round += 1) {
        const mine = await driveWithCpu(() => process.cpuUsage(), port, ours, connections, ms);
        const peer = await driveWithCpu(cpuOfBare, barePort, theirs, connections, ms);
        wrong += mine.wrong + peer.wrong;
        if (round === 0) continue;
        rates.ours.push(mine.perSecond);
        rates.theirs.push(peer.perSecond);
        cpu.ours.push(mine.cpu);
        cpu.theirs.push(peer.cpu);
      }
      const [mine, peer] = [median(rates.ours), median(rates.theirs)];
      const row = {
        perSecond: Math.round(mine),
        bare: Math.round(peer),
        ratio: Number((mine / peer).toFixed(3)),
        wrong,
      };
      return isHere ? { ...row, cpu: Math.round(median(cpu.ours)), bareCpu: Math.round(median(cpu.theirs)) } : row;
    },
    stop() {
      load.disconnect();
      bare.disconnect();
    },
  };
}

/** One line for people: requests per second and microseconds of ours and of the peer, and the ratio. */
export function lineOf(name, { perSecond, bare, ratio, cpu, bareCpu }) {
  const each = (rate) => `${String(rate).padStart(7)}/s ${(1e6 / rate).toFixed(0).padStart(6)} µs`;
  const used = cpu === undefined ? '' : `   CPU ${cpu} µs, bare ${bareCpu} µs`;
  return `  ${name.padEnd(20)}${each(perSecond)}   bare ${each(bare)}   ${ratio.toFixed(2)}${used}`;
}
