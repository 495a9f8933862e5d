import type { AlarmJournalEntry } from '@ccu-gateway/contract/types';
import { type NamedBlocker, REASONS } from './zone-facts.js';

type Details = AlarmJournalEntry['details'];

/** Words of an entry about a refused schedule, as `window open` each. */
export const refusalsOf = (details: Details): readonly string[] => {
  const { blockers } = details ?? {};
  return Array.isArray(blockers) ? blockers.filter((each) => typeof each === 'string') : [];
};

/** Blockers of a refused schedule, by the names of their sensors. */
export function refusedBy(details: Details, names: ReadonlyMap<string, string>): readonly NamedBlocker[] {
  return refusalsOf(details).map((words) => {
    const [key = '', reason] = words.split(' ');
    const name = key.startsWith('central:') ? key.slice('central:'.length) : (names.get(key) ?? key);
    return { name, reasons: REASONS.filter((each) => each === reason) };
  });
}
