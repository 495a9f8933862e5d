// When something was broken, and whether that had an effect.
import { groupBy } from './lines.mjs';

/** What was on its way when something broke may be lost with it. */
const onItsWayMs = 3_000;

/**
 * Answers whether anything was broken, or not yet as before, between two times: from a moment before a fault began until the run saw that
 * everything works again.
 */
export function createTroubles({ fault_began: began, calm }) {
  const troubles = began.map(({ t }) => {
    const end = calm.find((each) => each.t > t)?.t ?? Number.POSITIVE_INFINITY;
    return { begin: t - onItsWayMs, end };
  });
  return (from, until) => troubles.some(({ begin, end }) => begin <= until && from <= end);
}

/** Each fault with its end, and the time at which the next one began. */
export function faultsOf({ fault_began: began, fault_ended: ended, settled }) {
  return began.map(({ fault, t, ccu }, index) => {
    const next = began[index + 1]?.t ?? settled[0].t;
    const end = ended.find((each) => each.fault === fault && t <= each.t && each.t <= next)?.t;
    if (end === undefined) throw new TypeError(`the fault ${fault} has no end before the next one begins`);
    return { fault, ccu, began: t, ended: end, next };
  });
}

/** Faults that were still felt when the next one began: until there was calm, what is told or unknown needlessly cannot be seen. */
export function notOver(faults, { calm }) {
  return faults.filter(({ ended, next }) => !calm.some(({ t }) => ended < t && t <= next));
}

/** Who was broken because it held a CCU must have lost it: else another one was hit, or none. */
export function judgeEffects(faults, { lease_held: held }) {
  const terms = groupBy(held, ({ ccu }) => ccu);
  return faults
    .filter(({ ccu }) => ccu !== undefined)
    .filter(({ ccu, began, next }) => {
      const own = terms.get(ccu) ?? [];
      const newest = Math.max(0, ...own.filter(({ t }) => t < began).map(({ token }) => token));
      return !own.some(({ t, token }) => began <= t && t <= next && token > newest);
    })
    .map(({ fault, ccu }) => ({ code: 'fault_without_effect', fault, ccu }));
}
