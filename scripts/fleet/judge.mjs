// Everything that is judged of a run; README.md says what the lines and the codes mean.
import { judgeClient, judgeUnlogged } from './clients.mjs';
import { judgeLeases } from './leases.mjs';
import { byKind, checkLine, groupBy } from './lines.mjs';
import { judgeLiveness } from './liveness.mjs';
import { judgeLog, recordsOf } from './log.mjs';
import { judgeWrites } from './writes.mjs';

/**
 * What was wrong in a run, and its figures. Throws where the lines say too little to judge: no client, no event, no write, or no end.
 */
export function judge(lines, { windowMs }) {
  for (const line of lines) checkLine(line);
  const kinds = byKind(lines);
  for (const what of ['began', 'emitted', 'logged', 'frame', 'write_sent', 'request', 'lease_held']) {
    if (kinds[what].length === 0) throw new TypeError(`a run without ${what} proves nothing`);
  }
  if (kinds.settled.length !== 1) throw new TypeError('a run has one line that says that it has settled');
  const clients = groupBy(
    lines.filter(({ client }) => client !== undefined).sort((a, b) => a.t - b.t),
    ({ client }) => client,
  );
  for (const [client, sights] of clients) {
    if (!sights.some(({ what }) => what === 'began')) throw new TypeError(`the client ${client} has no beginning`);
  }
  const epochs = recordsOf(kinds.logged);
  const leases = judgeLeases(kinds, windowMs);
  const liveness = judgeLiveness(kinds, clients);
  return {
    violations: [
      ...judgeLog(kinds),
      ...[...clients].flatMap(([client, sights]) => judgeClient(client, sights, epochs)),
      ...judgeUnlogged(kinds, clients),
      ...leases.found,
      ...judgeWrites(kinds),
      ...liveness.found,
    ],
    figures: {
      clients: clients.size,
      emitted: kinds.emitted.length,
      logged: kinds.logged.length,
      frames: kinds.frame.length,
      told: kinds.told.length + kinds.told_of_ccu.length,
      writes: kinds.write_sent.length,
      outcomesUnknown: kinds.write_ended.filter(({ outcome }) => outcome === 'outcome_unknown').length,
      faults: kinds.fault_began.length,
      latestRequestMs: leases.latestMs,
      longestBackMs: Math.max(0, ...Object.values(liveness.backMs)),
      backMs: liveness.backMs,
    },
  };
}
