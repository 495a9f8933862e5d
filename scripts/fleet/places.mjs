// Where faults can be planted in a correct run.

export const of = (lines, ...whats) => lines.filter(({ what }) => whats.includes(what));
export const without = (lines, ...gone) => lines.filter((line) => !gone.includes(line));
export const instead = (lines, old, fresh) => lines.map((line) => (line === old ? fresh : line));
export const after = ({ t }) => t + 0.25;
export const sightsOf = (lines, client) =>
  lines.filter((line) => line.client === client && /^(began|told|frame|left)$/.test(line.what));
export const staying = (lines) =>
  of(lines, 'began').filter(({ client }) => !of(lines, 'left').some((each) => each.client === client));

/** Frames that another one of the same client and numbering follows at once. */
export function pairs(lines) {
  return of(lines, 'frame').flatMap((frame) => {
    const sights = sightsOf(lines, frame.client);
    const next = sights[sights.indexOf(frame) + 1];
    return next?.what === 'frame' && next.epoch === frame.epoch ? [[frame, next]] : [];
  });
}

/** Writes that were confirmed, with everything that was said of them. */
export function confirmed(lines, choose) {
  const answers = of(lines, 'answered').filter(({ outcome, t }) => outcome === 'confirmed' && t > calmAt(lines));
  const { write } = choose(answers);
  const all = (what) => lines.filter((line) => line.what === what && line.write === write);
  const one = (what) => all(what)[0];
  return {
    ...{ sent: one('write_sent'), request: one('request'), answer: one('answered'), end: one('write_ended') },
    shown: all('write_shown'),
  };
}

export const lastHeld = (lines, choose) => {
  const held = of(lines, 'lease_held');
  const newest = held.filter((line) => !held.some((each) => each.ccu === line.ccu && each.token > line.token));
  return choose(newest.filter((line) => !newest.some((each) => each.ccu === line.ccu && each.t > line.t)));
};

/** When nothing is broken any more, and nothing was for long. */
export const calmAt = (lines) => of(lines, 'calm').at(-1).t + 1;

/** Events that no gateway heard, of a time in which something was broken. */
export const unheard = (lines) => {
  const heard = new Set(of(lines, 'heard').map(({ event }) => event));
  return of(lines, 'emitted').filter(({ event }) => !heard.has(event));
};

/** Keeps an event out of the log and from everybody, and closes the gap in no other way. */
export const unlogged = (lines, event) =>
  lines.filter((line) => line.event !== event || !/^(logged|frame)$/.test(line.what));

/** A write without an answer of a gateway, or with nothing but that, that the client knows nothing of. */
export const onlyAnswered = (lines, { answer, end }, outcome) =>
  instead(instead(lines, answer, { ...answer, outcome }), end, { ...end, outcome: 'outcome_unknown' });
