// Did each client get every record after its beginning, once and in order, unless it was told, and was it told only of what happened?

/** `sights` are the lines of one client by time; `epochs` is the log. `isTroubled` answers whether anything was broken between two times. */
export function judgeClient(client, sights, epochs, isTroubled) {
  const found = [];
  const state = { place: undefined, seen: new Set(), gone: new Set(), left: false };
  for (const line of sights) {
    if (line.what === 'left') state.left = true;
    else if (line.what === 'began') place(state, line);
    else if (line.what === 'told') found.push(...judgeTold(state, line, epochs, isTroubled));
    else if (line.what === 'frame') found.push(...judgeFrame(state, line, epochs));
  }
  if (state.place && !state.left) {
    const owed = between(epochs, state.place, Number.POSITIVE_INFINITY);
    found.push(...owed.map((seq) => ({ code: 'event_missing_at_end', epoch: state.place.epoch, seq })));
  }
  return found.map((violation) => ({ ...violation, client }));
}

function place(state, { epoch, seq, t }) {
  if (state.place && state.place.epoch !== epoch) state.gone.add(state.place.epoch);
  state.place = { epoch, seq, t };
}

/** A place that is no place of the log would end what is owed; one before what came already would excuse that it comes again. */
function judgeTold(state, line, epochs, isTroubled) {
  const { epoch, seq, t } = line;
  const before = state.place;
  const log = epochs.get(epoch);
  place(state, line);
  if (!log || seq > log.newest) return [{ code: 'told_outside_log', epoch, seq }];
  if (!before) return [];
  if (state.gone.has(epoch) || (epoch === before.epoch && seq < before.seq)) return [{ code: 'told_back', epoch, seq }];
  const isNeeded = epoch !== before.epoch || isTroubled(before.t, t) || wasTakenOver(log, before.seq, seq);
  return isNeeded ? [] : [{ code: 'told_needlessly', epoch, seq, t }];
}

/** Whether another term began after a place and up to the record that follows another one. */
function wasTakenOver({ takeovers, seqs }, from, until) {
  const next = seqs.find((seq) => seq > until) ?? Number.POSITIVE_INFINITY;
  return takeovers.some((seq) => from < seq && seq <= next);
}

function judgeFrame(state, { epoch, seq, t, ...shown }, epochs) {
  const record = epochs.get(epoch)?.records.get(seq);
  if (!record || record.hidden) return [{ code: 'event_not_logged', epoch, seq, type: shown.type }];
  const isSame = ['event', 'type', 'body'].every((member) => record[member] === shown[member]);
  const found = isSame ? [] : [{ code: 'event_differs', epoch, seq, event: shown.event, type: shown.type }];
  const { seen } = state;
  const before = state.place;
  if (seen.has(`${epoch} ${seq}`)) return [...found, { code: 'event_doubled', epoch, seq }];
  seen.add(`${epoch} ${seq}`);
  // Before it began nothing is owed, and a record of before its beginning is one of the wrong place.
  if (before && epoch === before.epoch && seq <= before.seq) return [...found, { code: 'event_reordered', epoch, seq }];
  // Another numbering without a word: everything that was still to come of the one before is missing.
  const missing = before ? between(epochs, before, epoch === before.epoch ? seq : Number.POSITIVE_INFINITY) : [];
  place(state, { epoch, seq, t });
  return [...found, ...missing.map((each) => ({ code: 'event_missing', epoch: before.epoch, seq: each }))];
}

/** Numbers of the log after a place and before a number. */
function between(epochs, { epoch, seq }, end) {
  const seqs = epochs.get(epoch)?.seqs ?? [];
  let low = 0;
  for (let high = seqs.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (seqs[middle] > seq) high = middle;
    else low = middle + 1;
  }
  const found = [];
  for (let index = low; index < seqs.length && seqs[index] < end; index += 1) found.push(seqs[index]);
  return found;
}
