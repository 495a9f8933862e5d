// Events that never came into the log: was each client told of them that was there?
import { groupBy } from './lines.mjs';

/**
 * What nobody heard is told by the CCU being shown as away, between the event before it and the event after it. What a holder of the
 * lease has heard is its to publish, and to be told as a loss where it did not. What was emitted while nothing was broken has no excuse.
 */
export function judgeUnlogged({ emitted, logged, heard }, clients, { wasHeld, isTroubled }) {
  const inLog = new Set(logged.map(({ event }) => event));
  const heardEvents = new Set(heard.filter(wasHeld).map(({ event }) => event));
  const missing = emitted.filter(({ event }) => !inLog.has(event));
  const excused = missing.filter(({ t }) => isTroubled(t, t));
  const found = [];
  for (const [client, sights] of clients) {
    // Who left may have done so before it could be told.
    if (sights.some(({ what }) => what === 'left')) continue;
    const began = sights.find(({ what }) => what === 'began').t;
    for (const [ccu, events] of groupBy(emitted, (each) => each.ccu)) {
      const excuses = excusesOf(ccu, events, sights);
      const owed = events.map((line, place) => ({ ...line, place })).filter((line) => !inLog.has(line.event));
      for (const { t, event, place } of owed.filter((line) => line.t > began)) {
        const excuse = excuses.find(({ after, before }) => after < place && place < before);
        const isExcused = excuse?.isTold || (excuse?.isAway && !heardEvents.has(event));
        if (!isExcused || !isTroubled(t, t)) found.push({ code: 'never_logged', ccu, event, client });
      }
    }
  }
  return { found, excused: excused.length };
}

/** For each two events of a CCU that a client got one after the other: what it was told between them. */
function excusesOf(ccu, events, sights) {
  const places = new Map(events.map(({ event }, place) => [event, place]));
  const found = [];
  let current = { after: -1, isTold: false, isAway: false };
  let isReachable = true;
  // It was away when a loss was told: that it came back may be among what is missing, unless that is told afterwards.
  let unsure = [];
  for (const line of sights) {
    const place = line.what === 'frame' ? places.get(line.event) : undefined;
    if (place !== undefined && place > current.after) {
      found.push(Object.assign(current, { before: place }));
      current = { after: place, isTold: false, isAway: !isReachable };
      if (unsure.length > 0) unsure.push(current);
    } else if (line.what === 'told') {
      current.isTold = true;
      if (!isReachable) unsure.push(current);
      isReachable = true;
    } else if (line.what === 'told_of_ccu' && line.ccu === ccu) {
      if (line.reachable) for (const excuse of unsure) excuse.isAway = true;
      unsure = [];
      isReachable = line.reachable;
      current.isAway = true;
    }
  }
  return [...found, { ...current, before: Number.POSITIVE_INFINITY }];
}
