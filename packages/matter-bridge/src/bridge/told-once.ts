import type { BridgeIncident } from '../ports/ports.js';

/** Reports an incident of a thing, once. */
export type TellOnce = (key: string, incident: BridgeIncident) => void;

/** Most texts reported for one thing: one with a number in it must not come again and again. */
const MOST = 8;

/**
 * Incidents of things, each reported once while the bridge runs: a failure at every event of a CCU must not fill the
 * list.
 */
export function tellOnce(incident: (incident: BridgeIncident) => void): TellOnce {
  const told = new Map<string, Set<string>>();
  return (key, each) => {
    const before = told.get(key) ?? new Set();
    const text = JSON.stringify([each.summary, each.detail]);
    if (before.has(text) || before.size === MOST) return;
    told.set(key, before.add(text));
    incident(each);
  };
}
