// Was there one holder at a time, and did only the holder speak to a CCU?
import { groupBy } from './lines.mjs';

/**
 * One lease for each token: from when it was held until it was given back, ran out or was seen to be gone. `end` does not know of the next
 * one, which must not begin before it.
 */
function leasesOf(held, ended) {
  return [...groupBy(held, ({ gateway, token }) => `${token} ${gateway}`).values()].map((renewals) => {
    const [{ gateway, token, t: begin }] = renewals;
    const last = ended.find((each) => each.gateway === gateway && each.token === token)?.t ?? Number.POSITIVE_INFINITY;
    return { gateway, token, begin, end: Math.min(last, Math.max(...renewals.map(({ until }) => until))) };
  });
}

export function judgeLeases({ lease_held: held, lease_ended: ended, request, logged, stalled }, windowMs) {
  const found = [];
  let latestMs = 0;
  const ofCcu = groupBy(held, ({ ccu }) => ccu);
  const requests = groupBy(request, ({ ccu }) => ccu);
  const records = groupBy(
    logged.filter(({ token }) => token !== undefined),
    ({ ccu }) => ccu,
  );
  const leases = new Map();
  for (const ccu of new Set([...ofCcu.keys(), ...requests.keys(), ...records.keys()])) {
    const own = ended.filter((each) => each.ccu === ccu);
    const terms = leasesOf(ofCcu.get(ccu) ?? [], own).sort((a, b) => a.begin - b.begin);
    leases.set(ccu, terms);
    found.push(...judgeOrder(ccu, terms));
    found.push(...judgeRecords(ccu, terms, records.get(ccu) ?? [], windowMs));
    for (const { t: arrived, sent: t = arrived, gateway } of requests.get(ccu) ?? []) {
      const before = terms.filter((lease) => lease.gateway === gateway && lease.begin <= t);
      const end = Math.max(...before.map((lease) => lease.end));
      const lateMs = t - end;
      const allowedMs = windowMs + stalledMs(stalled, end, t);
      if (before.length === 0) found.push({ code: 'request_without_lease', ccu, gateway, t });
      else if (lateMs > allowedMs) found.push({ code: 'request_after_lease', ccu, gateway, t, lateMs });
      if (before.length > 0) latestMs = Math.max(latestMs, lateMs);
    }
  }
  const wasHeld = ({ ccu, gateway, t }) =>
    (leases.get(ccu) ?? []).some((lease) => lease.gateway === gateway && lease.begin <= t && t <= lease.end);
  return { found, latestMs, wasHeld };
}

/** For how long nothing could be written down between two times: what is late by that may have been in time. */
function stalledMs(stalled, from, until) {
  return stalled.reduce((sum, each) => sum + Math.max(0, Math.min(each.until, until) - Math.max(each.t, from)), 0);
}

/** What was sent in time may be taken late by a broker that stood still: one record of a term, because the next one waits for its answer. */
function judgeRecords(ccu, terms, records, windowMs) {
  const late = records.filter(({ t, token }) => {
    const own = terms.find((term) => term.token === token);
    const isOver = terms.some((term) => term.token > token && term.begin <= t);
    return t !== undefined && isOver && t > (own?.end ?? Number.NEGATIVE_INFINITY) + windowMs;
  });
  const isFirst = ({ token }, index) => late.findIndex((each) => each.token === token) === index;
  return late
    .filter((record, index) => !isFirst(record, index))
    .map(({ epoch, seq, token }) => ({ code: 'published_after_lease', ccu, epoch, seq, token }));
}

function judgeOrder(ccu, leases) {
  const found = [];
  for (const [index, { gateway, token, begin }] of leases.entries()) {
    const before = leases.slice(0, index);
    if (before.some((lease) => lease.token >= token)) found.push({ code: 'token_used_again', ccu, gateway, token });
    if (before.some((lease) => lease.end > begin)) found.push({ code: 'two_holders', ccu, gateway, token });
  }
  return found;
}
