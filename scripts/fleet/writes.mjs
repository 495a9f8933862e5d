// Did each write reach its CCU once at most, and does everybody know what became of it?
import { groupBy } from './lines.mjs';

const made = new Set(['confirmed', 'accepted']);
const notMade = new Set(['refused', 'unreachable']);
const failed = new Set([...notMade, 'rolled_back']);

/** `isTroubled` answers whether anything was broken between two times. */
export function judgeWrites(
  { write_sent: sent, write_ended: ended, write_shown: shown, answered, request },
  isTroubled,
) {
  const arrived = groupBy(
    request.filter(({ write }) => write !== undefined),
    ({ write }) => write,
  );
  const answers = groupBy(answered, ({ write }) => write);
  const ends = groupBy(ended, ({ write }) => write);
  const shows = groupBy(shown, ({ write }) => write);
  const asked = new Map(sent.map((line) => [line.write, line]));
  const all = new Set([...asked.keys(), ...arrived.keys(), ...answers.keys(), ...ends.keys(), ...shows.keys()]);
  return [...all].flatMap((write) =>
    judgeWrite({
      asked: asked.get(write),
      arrived: arrived.get(write) ?? [],
      answers: (answers.get(write) ?? []).map(({ outcome }) => outcome),
      ends: ends.get(write) ?? [],
      shows: shows.get(write) ?? [],
      isTroubled,
    }).map((code) => ({ code, write })),
  );
}

function judgeWrite({ asked, arrived, answers, ends, shows, isTroubled }) {
  const toClients = [...ends, ...shows].map(({ outcome }) => outcome);
  const said = [...answers, ...toClients];
  // One of several attempts may have been refused to a client that had gone.
  const denied = ends.length > 1 ? toClients : said;
  const differs = ends.some(({ outcome }) => !isWayOf(outcome, answers, ends.length));
  const needless = [...ends, ...shows]
    .filter(({ t }) => asked && !isTroubled(asked.t, t))
    .map(({ outcome }) => outcome);
  return [
    ...(arrived.length > 1 ? ['write_repeated'] : []),
    ...(arrived.length === 0 && said.some((outcome) => made.has(outcome)) ? ['write_lost'] : []),
    ...(arrived.length > 0 && denied.some((outcome) => notMade.has(outcome)) ? ['write_denied'] : []),
    ...((arrived.length > 0 || shows.length > 0) && !asked ? ['write_unasked'] : []),
    ...(asked && arrived.some(({ ccu }) => ccu !== asked.ccu) ? ['write_elsewhere'] : []),
    ...(differs ? ['answer_differs'] : []),
    ...(needless.includes('outcome_unknown') ? ['unknown_needlessly'] : []),
    ...(needless.some((outcome) => failed.has(outcome)) ? ['failed_needlessly'] : []),
    ...(asked && ends.length === 0 ? ['write_open'] : []),
  ];
}

/** Who did not get the answer knows nothing. A gateway that was killed did not write down what it answered. */
function isWayOf(end, answers, attempts) {
  if (end === 'outcome_unknown') return true;
  return answers.length < attempts || answers.includes(end);
}
