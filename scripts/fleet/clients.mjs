// Did each client get every record after its beginning, once and in order, unless it was told?

/** `sights` are the lines of one client by time; `epochs` is the log. */
export function judgeClient(client, sights, epochs) {
  const found = [];
  const state = { place: undefined, seen: new Set(), left: false };
  for (const line of sights) {
    if (line.what === 'left') state.left = true;
    else if (line.what === 'began' || line.what === 'told') begin(state, line);
    else if (line.what === 'frame') found.push(...judgeFrame(state, line, epochs));
  }
  if (state.place && !state.left) {
    const owed = between(epochs, state.place, Number.POSITIVE_INFINITY);
    found.push(...owed.map((seq) => ({ code: 'event_missing_at_end', epoch: state.place.epoch, seq })));
  }
  return found.map((violation) => ({ ...violation, client }));
}

/** What came before may come again: who was told reads everything anew. */
function begin(state, { epoch, seq }) {
  state.place = { epoch, seq };
  state.seen = new Set();
}

function judgeFrame(state, { epoch, seq, event, type }, epochs) {
  const record = epochs.get(epoch)?.records.get(seq);
  if (!record) return [{ code: 'event_not_logged', epoch, seq, type }];
  const isSame = record.event === event && record.type === type;
  const found = isSame ? [] : [{ code: 'event_differs', epoch, seq, event, type }];
  const { place, seen } = state;
  if (seen.has(`${epoch} ${seq}`)) return [...found, { code: 'event_doubled', epoch, seq }];
  seen.add(`${epoch} ${seq}`);
  // Before it began nothing is owed, and a record of before its beginning is one of the wrong place.
  if (place && epoch === place.epoch && seq <= place.seq) return [...found, { code: 'event_reordered', epoch, seq }];
  // Another numbering without a word: everything that was still to come of the one before is missing.
  const missing = place ? between(epochs, place, epoch === place.epoch ? seq : Number.POSITIVE_INFINITY) : [];
  state.place = { epoch, seq };
  return [...found, ...missing.map((each) => ({ code: 'event_missing', epoch: place.epoch, seq: each }))];
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

/** Events that never came into the log, for each client that was there, stayed, and was not told of it. */
export function judgeUnlogged({ emitted, logged }, clients) {
  const inLog = new Set(logged.map(({ event }) => event));
  const missing = emitted.filter(({ event }) => !inLog.has(event));
  const found = [];
  for (const [client, sights] of clients) {
    // Who left may have done so before it could be told.
    if (sights.some(({ what }) => what === 'left')) continue;
    const began = sights.find(({ what }) => what === 'began').t;
    const told = sights.filter(({ what }) => what === 'told_of_ccu');
    for (const { t, ccu, event } of missing) {
      const isTold = told.some((each) => each.ccu === ccu && each.since <= t && t <= each.until);
      if (t > began && !isTold) found.push({ code: 'never_logged', ccu, event, client });
    }
  }
  return found;
}
