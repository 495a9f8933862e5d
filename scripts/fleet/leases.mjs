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

export function judgeLeases({ lease_held: held, lease_ended: ended, request }, windowMs) {
  const found = [];
  let latestMs = 0;
  const requests = groupBy(request, ({ ccu }) => ccu);
  const ofCcu = groupBy(held, ({ ccu }) => ccu);
  for (const ccu of new Set([...ofCcu.keys(), ...requests.keys()])) {
    const own = ended.filter((each) => each.ccu === ccu);
    const leases = leasesOf(ofCcu.get(ccu) ?? [], own).sort((a, b) => a.begin - b.begin);
    found.push(...judgeOrder(ccu, leases));
    for (const { t, gateway } of requests.get(ccu) ?? []) {
      const before = leases.filter((lease) => lease.gateway === gateway && lease.begin <= t);
      const lateMs = t - Math.max(...before.map(({ end }) => end));
      if (before.length === 0) found.push({ code: 'request_without_lease', ccu, gateway, t });
      else if (lateMs > windowMs) found.push({ code: 'request_after_lease', ccu, gateway, t, lateMs });
      if (before.length > 0) latestMs = Math.max(latestMs, lateMs);
    }
  }
  return { found, latestMs };
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
