import type { Refusal } from '../model/input.js';

/** The blockers of a refused arming as `window open`, or the reason why the zone cannot be armed now. */
export function reasonOf(refusal: Refusal): { readonly code: string; readonly blockers?: readonly string[] } {
  if (refusal.code === 'blocked') {
    const named = refusal.blockers.map(({ sensor, central, reason }) => `${sensor ?? `central:${central}`} ${reason}`);
    return { code: refusal.code, blockers: named };
  }
  return { code: refusal.code === 'conflict' ? refusal.reason : refusal.code };
}
