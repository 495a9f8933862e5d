// Was each client live at the end, and again after the last fault?

/** Times are figures: what is demanded is that it came back at all. */
export function judgeLiveness({ fault_ended: faults, settled }, clients) {
  const found = [];
  const end = settled[0]?.t ?? Number.POSITIVE_INFINITY;
  const faultEnd = Math.max(Number.NEGATIVE_INFINITY, ...faults.map(({ t }) => t));
  const backMs = {};
  for (const [client, sights] of clients) {
    if (sights.some(({ what }) => what === 'left')) continue;
    const states = sights.filter(({ what, t }) => (what === 'live' || what === 'away') && t <= end);
    if (states.at(-1)?.what !== 'live') found.push({ code: 'never_live', client });
    else if (faults.length > 0) backMs[client] = Math.max(0, states.at(-1).t - faultEnd);
  }
  return { found, backMs };
}
