import type { BridgeIncident } from '../ports/ports.js';

/** Tells what is wrong with a thing, unless it was told of it already. */
export type TellOnce = (key: string, incident: BridgeIncident) => void;

/** So many texts of one thing are told: one with a number in it must not come again and again. */
const MOST = 8;

/** Incidents of things, each told once as long as the bridge runs: what fails with every event of a CCU must not fill the list. */
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
