// Was each client live again after each fault, and at the end?

/**
 * Live is who is connected, and has of each CCU what that emitted after the end of the fault. Without `backMs` the time is a figure alone: what
 * is demanded then is that it was so before the next fault began.
 */
export function judgeLiveness(faults, { emitted, settled }, clients, backMs) {
  const emittedAt = new Map(emitted.map(({ event, t }) => [event, t]));
  const ccuOf = new Map(emitted.map(({ event, ccu }) => [event, ccu]));
  const ccus = new Set(ccuOf.values());
  const found = [];
  const longestMs = {};
  for (const [client, sights] of clients) {
    if (sights.some(({ what }) => what === 'left')) continue;
    const states = sights.filter(({ what, t }) => isState(what) && t <= settled[0].t);
    if (states.at(-1)?.what !== 'live') found.push({ code: 'never_live', client });
    const began = sights.find(({ what }) => what === 'began').t;
    for (const { fault, ended, next } of faults.filter((each) => began < each.ended)) {
      const { at, ...lacks } = liveAt(sights, ended, next, { emittedAt, ccuOf, ccus });
      const tookMs = (at ?? next) - ended;
      if (at === undefined) found.push({ code: 'never_live', client, fault, ...lacks });
      if (backMs !== undefined && tookMs > backMs) found.push({ code: 'live_too_late', client, fault, tookMs });
      longestMs[fault] = Math.max(longestMs[fault] ?? 0, tookMs);
    }
  }
  return { found, longestMs };
}

const isState = (what) => what === 'live' || what === 'away';

/** When it was, or what kept it from being so. */
function liveAt(sights, ended, next, { emittedAt, ccuOf, ccus }) {
  const fresh = new Set();
  let isLive = false;
  for (const { what, t, event } of sights) {
    if (t > next) break;
    if (isState(what)) isLive = what === 'live';
    else if (what === 'frame' && emittedAt.get(event) >= ended) fresh.add(ccuOf.get(event));
    if (isLive && t >= ended && fresh.size === ccus.size) return { at: t };
  }
  return { isLive, unheard: [...ccus].filter((ccu) => !fresh.has(ccu)) };
}
