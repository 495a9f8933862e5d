// Did each write reach its CCU once at most, and does everybody know what became of it?
import { groupBy } from './lines.mjs';

const made = new Set(['confirmed', 'accepted']);
const notMade = new Set(['refused', 'unreachable']);

export function judgeWrites({ write_sent: sent, write_ended: ended, answered, request }) {
  const arrived = groupBy(
    request.filter(({ write }) => write !== undefined),
    ({ write }) => write,
  );
  const answers = groupBy(answered, ({ write }) => write);
  const ends = groupBy(ended, ({ write }) => write);
  const asked = new Map(sent.map((line) => [line.write, line]));
  const all = new Set([...asked.keys(), ...arrived.keys(), ...answers.keys(), ...ends.keys()]);
  return [...all].flatMap((write) =>
    judgeWrite({
      asked: asked.get(write),
      arrived: arrived.get(write) ?? [],
      answers: (answers.get(write) ?? []).map(({ outcome }) => outcome),
      ends: (ends.get(write) ?? []).map(({ outcome }) => outcome),
    }).map((code) => ({ code, write })),
  );
}

function judgeWrite({ asked, arrived, answers, ends }) {
  const said = [...answers, ...ends];
  const differs = ends.some((end) => !isWayOf(end, answers));
  return [
    ...(arrived.length > 1 ? ['write_repeated'] : []),
    ...(arrived.length === 0 && said.some((outcome) => made.has(outcome)) ? ['write_lost'] : []),
    ...(arrived.length > 0 && said.some((outcome) => notMade.has(outcome)) ? ['write_denied'] : []),
    ...(arrived.length > 0 && !asked ? ['write_unasked'] : []),
    ...(asked && arrived.some(({ ccu }) => ccu !== asked.ccu) ? ['write_elsewhere'] : []),
    ...(differs ? ['answer_differs'] : []),
    ...(asked && ends.length === 0 ? ['write_open'] : []),
  ];
}

/** Who did not get the answer knows nothing. A gateway that was killed did not write down what it answered. */
function isWayOf(end, answers) {
  if (end === 'outcome_unknown') return true;
  return answers.length === 0 || answers.includes(end);
}
