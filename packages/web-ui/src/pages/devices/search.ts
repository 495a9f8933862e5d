import { plain } from '../../find/plain.js';
import { type StateWords, stateWords } from '../../find/state-words.js';
import type { Device } from '../../store/points.js';
import type { Facts } from './facts.js';

/** Parsed search text. All its terms must match. */
export interface Search extends Omit<StateWords, 'rest'> {
  /** Parts of names, rooms, models, addresses …, as they are compared. */
  readonly words: readonly string[];
}

export function parseSearch(text: string): Search {
  const { rest, ...meant } = stateWords(text);
  const words = (rest.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
  return { ...meant, words: words.filter((word) => word !== '') };
}

/** True for a search by a state, a limit or a time. */
export const namesState = ({ states, either, limits, since }: Search): boolean =>
  states.length > 0 || either !== undefined || limits.length > 0 || since !== undefined;

/** True for a device that matches. `text` is `searchText` of it. */
export function matches(search: Search, facts: Facts, text: string, nowMs: number): boolean {
  const { states, either, limits, since, words } = search;
  const isIn = (state: Facts['states'][number]) => facts.states.includes(state);
  if (!states.every(isIn)) return false;
  if (either !== undefined && !isIn(either.state) && !text.includes(either.word)) return false;
  for (const { of, is, value } of limits) {
    const measured = facts[of];
    if (measured === undefined || (is === 'above' ? measured <= value : measured >= value)) return false;
  }
  if (since !== undefined) {
    const at = 'ms' in since ? nowMs - since.ms : midnight(nowMs, since.midnightsAgo);
    // Of the newest of the states: the others last longer.
    const began = states.map((state) => facts.since[state]);
    const isLasting = began.every((from) => from !== undefined && from <= (isDay(since) ? midnight(nowMs, 0) : at));
    const isChanged = facts.changedAt !== undefined && facts.changedAt >= at;
    if (states.length > 0 ? !isLasting : !isChanged) return false;
  }
  return words.every((word) => text.includes(word));
}

const isDay = (since: NonNullable<Search['since']>): boolean => 'midnightsAgo' in since;

/** The beginning of today, or of a day before, where the user is. */
function midnight(nowMs: number, daysAgo: number): number {
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - daysAgo);
  return day.getTime();
}

/** Everything that a device is found by. */
export function searchText({ summary, channels }: Device): string {
  const text = plain(
    [
      summary.name,
      summary.address,
      summary.model,
      summary.model_label ?? '',
      summary.interface,
      summary.central ?? '',
      ...(summary.rooms ?? []),
      ...(summary.functions ?? []),
      ...channels.map((channel) => channel.summary.name ?? ''),
    ].join('\n'),
  );
  // Quotes hold words of a search together, and are taken off there.
  return text.replaceAll('"', '');
}
