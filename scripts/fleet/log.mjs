// Is in the log what the CCUs emitted, once and in order, and only from who was the holder?
import { groupBy } from './lines.mjs';

/**
 * The log as clients must see it: for each epoch its records by number, the numbers of what clients are given in order, the newest number, and
 * the numbers with which another term began.
 */
export function recordsOf(logged) {
  const epochs = new Map();
  for (const [epoch, records] of groupBy(logged, (record) => record.epoch)) {
    const bySeq = new Map();
    for (const record of records) if (!bySeq.has(record.seq)) bySeq.set(record.seq, record);
    const all = [...bySeq.values()].sort((a, b) => a.seq - b.seq);
    const seqs = all.filter(({ hidden }) => !hidden).map(({ seq }) => seq);
    epochs.set(epoch, { records: bySeq, seqs, newest: all.at(-1).seq, takeovers: takeoversIn(all) });
  }
  return epochs;
}

function takeoversIn(records) {
  const tokens = new Map();
  const found = [];
  for (const { seq, ccu, token } of records) {
    if (token === undefined) continue;
    if (tokens.has(ccu) && tokens.get(ccu) !== token) found.push(seq);
    tokens.set(ccu, token);
  }
  return found;
}

export function judgeLog({ logged, emitted }) {
  return [...numbersTwice(logged), ...events(logged, emitted), ...fences(logged)];
}

function numbersTwice(logged) {
  return [...groupBy(logged, ({ epoch, seq }) => `${epoch} ${seq}`).values()]
    .filter((records) => records.length > 1)
    .map(([{ epoch, seq }]) => ({ code: 'number_twice', epoch, seq }));
}

function events(logged, emitted) {
  const places = new Map(
    emitted.map(({ ccu, event, point = '' }, place) => [event, { point: `${ccu} ${point}`, place }]),
  );
  const known = new Set();
  return byEpoch(logged).flatMap((records) => {
    const found = [];
    const newest = new Map();
    for (const { epoch, seq, event } of records) {
      if (event === undefined) continue;
      const source = places.get(event);
      if (!source) found.push({ code: 'logged_unheard', epoch, seq, event });
      else if (known.has(event)) found.push({ code: 'logged_twice', epoch, seq, event });
      else {
        if (source.place < (newest.get(source.point) ?? -1))
          found.push({ code: 'logged_out_of_order', epoch, seq, event });
        newest.set(source.point, Math.max(source.place, newest.get(source.point) ?? -1));
      }
      known.add(event);
    }
    return found;
  });
}

function fences(logged) {
  return byEpoch(logged).flatMap((records) => {
    const found = [];
    const newest = new Map();
    for (const { epoch, seq, ccu, token } of records) {
      if (ccu === undefined || token === undefined) continue;
      const before = newest.get(ccu) ?? 0;
      if (token < before) found.push({ code: 'fence_broken', epoch, seq, ccu, token });
      newest.set(ccu, Math.max(before, token));
    }
    return found;
  });
}

/** Each by its numbers; which numbering was before which is not known. */
function byEpoch(logged) {
  return [...groupBy(logged, ({ epoch }) => epoch).values()].map((records) =>
    records.toSorted((a, b) => a.seq - b.seq),
  );
}
