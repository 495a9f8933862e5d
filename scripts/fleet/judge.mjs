// Everything that is judged of a run; README.md says what the lines and the codes mean.
import { judgeClient } from './clients.mjs';
import { createTroubles, faultsOf, judgeEffects, notOver } from './faults.mjs';
import { judgeLeases } from './leases.mjs';
import { byKind, checkLine, groupBy } from './lines.mjs';
import { judgeLiveness } from './liveness.mjs';
import { judgeLog, recordsOf } from './log.mjs';
import { judgeUnlogged } from './unlogged.mjs';
import { judgeWrites } from './writes.mjs';

/** Without one of these there is a question that no run of this kind can answer, and its silence would look like a proof. */
const needed = [
  ...['began', 'live', 'frame', 'emitted', 'heard', 'logged', 'request', 'lease_held', 'answered'],
  ...['write_sent', 'write_ended', 'write_shown', 'fault_began', 'fault_ended', 'calm'],
];

/**
 * What was wrong in a run, and its figures. Throws where the lines say too little to judge: a kind of line is missing, or the tokens of the
 * log, a client began twice or never, or there is no end.
 */
export function judge(lines, { windowMs, backMs }) {
  for (const line of lines) checkLine(line);
  const kinds = byKind(lines);
  const clients = groupBy(
    lines.filter(({ client }) => client !== undefined).sort((a, b) => a.t - b.t),
    ({ client }) => client,
  );
  checkRun(kinds, clients);
  const epochs = recordsOf(kinds.logged);
  const isTroubled = createTroubles(kinds);
  const faults = faultsOf(kinds);
  const leases = judgeLeases(kinds, windowMs);
  const unlogged = judgeUnlogged(kinds, clients, { wasHeld: leases.wasHeld, isTroubled });
  const liveness = judgeLiveness(faults, kinds, clients, backMs);
  return {
    violations: [
      ...judgeLog(kinds),
      ...[...clients].flatMap(([client, sights]) => judgeClient(client, sights, epochs, isTroubled)),
      ...unlogged.found,
      ...leases.found,
      ...judgeWrites(kinds, isTroubled),
      ...judgeEffects(faults, kinds),
      ...liveness.found,
    ],
    figures: {
      clients: clients.size,
      emitted: kinds.emitted.length,
      unlogged: unlogged.excused,
      logged: kinds.logged.filter(({ hidden }) => !hidden).length,
      frames: kinds.frame.length,
      told: kinds.told.length,
      toldOfCcu: kinds.told_of_ccu.length,
      writes: kinds.write_sent.length,
      outcomesUnknown: kinds.write_ended.filter(({ outcome }) => outcome === 'outcome_unknown').length,
      faults: faults.length,
      notOver: notOver(faults, kinds).length,
      latestRequestMs: leases.latestMs,
      longestBackMs: Math.max(0, ...Object.values(liveness.longestMs)),
      backMs: liveness.longestMs,
    },
  };
}

function checkRun(kinds, clients) {
  for (const what of needed) {
    if (kinds[what].length === 0) throw new TypeError(`a run without ${what} proves nothing`);
  }
  if (!kinds.logged.some(({ token }) => token !== undefined))
    throw new TypeError('a run without tokens proves nothing');
  if (kinds.settled.length !== 1) throw new TypeError('a run has one line that says that it has settled');
  for (const [client, sights] of clients) {
    const began = sights.filter(({ what }) => what === 'began').length;
    if (began !== 1) throw new TypeError(`the client ${client} has ${began} beginnings in a run`);
  }
}
