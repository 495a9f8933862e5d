import type { EventItem, Item } from './event-rows.js';

/** True for a wanted event; called before the event enters the buffer. */
export type Predicate = (item: EventItem) => boolean;

/**
 * Rows of the inspector. Events that do not match never displace matching ones. While the buffer is held, the shown
 * rows stay and new ones wait.
 */
export interface EventBuffer {
  /** Shown rows, the oldest first. The same array as long as nothing changed. */
  readonly shown: readonly Item[];
  /** How many rows came since `hold`. */
  readonly waiting: number;
  readonly held: boolean;
  /** Matching rows that had to leave because there were more than the capacity. */
  readonly evicted: number;
  add(items: readonly Item[]): void;
  hold(): void;
  release(): void;
  clear(): void;
  /** Applies another filter, to recent events as well. */
  filter(matches: Predicate): void;
  /** Everything that is kept, shown or waiting. */
  all(): readonly Item[];
}

export interface BufferOptions {
  /** Rows that are kept. */
  readonly capacity: number;
  /** Rows that may wait while it is held. */
  readonly waitingCapacity: number;
}

export function createEventBuffer({ capacity, waitingCapacity }: BufferOptions): EventBuffer {
  let matches: Predicate = () => true;
  /** Number of the newest event when it was held; undefined: it is not. */
  let heldAfter: number | undefined;
  let newest = 0;
  let evicted = 0;
  let shown: Item[] = [];
  let waiting: Item[] = [];
  /** Everything that came lately, matching or not: a filter that becomes wider finds it again. */
  let lately: Item[] = [];

  const wanted = (item: Item) => item.item !== 'event' || matches(item);

  function bounded(items: Item[], limit: number, count: boolean): Item[] {
    const surplus = items.length - limit;
    if (surplus <= 0) return items;
    if (count) evicted += surplus;
    return items.slice(surplus);
  }

  return {
    get shown() {
      return shown;
    },
    get waiting() {
      return waiting.length;
    },
    get held() {
      return heldAfter !== undefined;
    },
    get evicted() {
      return evicted;
    },
    add(items) {
      if (items.length === 0) return;
      newest = items.at(-1)?.seq ?? newest;
      lately = bounded([...lately, ...items], capacity, false);
      const kept = items.filter(wanted);
      if (kept.length === 0) return;
      if (heldAfter !== undefined) waiting = bounded([...waiting, ...kept], waitingCapacity, true);
      else shown = bounded([...shown, ...kept], capacity, true);
    },
    hold() {
      heldAfter ??= newest;
    },
    release() {
      if (heldAfter === undefined) return;
      heldAfter = undefined;
      shown = bounded([...shown, ...waiting], capacity, true);
      waiting = [];
    },
    clear() {
      shown = [];
      waiting = [];
      lately = [];
      evicted = 0;
    },
    filter(next) {
      matches = next;
      const all = merged(lately, [...shown, ...waiting]).filter(wanted);
      const border = heldAfter ?? Number.POSITIVE_INFINITY;
      shown = all.filter(({ seq }) => seq <= border).slice(-capacity);
      waiting = all.filter(({ seq }) => seq > border).slice(-waitingCapacity);
    },
    all: () => [...shown, ...waiting],
  };
}

/** Merges both in one order, each row once. A gap or a sentinel comes after the event with its number. */
function merged(some: readonly Item[], others: readonly Item[]): Item[] {
  const placed = [...new Set([...others, ...some])].map((item, index) => ({ item, index }));
  const rank = ({ item }: Item) => (item === 'event' ? 0 : 1);
  return placed
    .sort((a, b) => a.item.seq - b.item.seq || rank(a.item) - rank(b.item) || a.index - b.index)
    .map(({ item }) => item);
}
