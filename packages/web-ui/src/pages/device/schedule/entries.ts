import { type Entry, minutesOf, type Schedule, WEEKDAYS } from './week.js';

/** The entries that take effect on a weekday, by time. */
export function entriesOn(entries: readonly Entry[], weekday: string): readonly Entry[] {
  return entries
    .filter(({ weekdays }) => weekdays.includes(weekday))
    .sort((a, b) => (minutesOf(a.time) ?? 0) - (minutesOf(b.time) ?? 0) || a.slot_no - b.slot_no);
}

/** Lowest free slot. */
export function freeSlot(entries: readonly Entry[]): number {
  const used = new Set(entries.map(({ slot_no }) => slot_no));
  let slot = 1;
  while (used.has(slot)) slot += 1;
  return slot;
}

/** An entry in the place of the one with its number, or behind the others. The others are the objects they were. */
export function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  return entries.some(({ slot_no }) => slot_no === entry.slot_no)
    ? entries.map((each) => (each.slot_no === entry.slot_no ? entry : each))
    : [...entries, entry];
}

export function withoutEntry(entries: readonly Entry[], slot: number): readonly Entry[] {
  return entries.filter(({ slot_no }) => slot_no !== slot);
}

/** Copies the entries of one day to other days. Entries without any day are dropped. */
export function copiedDay(entries: readonly Entry[], from: string, to: readonly string[]): readonly Entry[] {
  const others = new Set(to.filter((weekday) => weekday !== from));
  return entries.flatMap((entry) => {
    const onSource = entry.weekdays.includes(from);
    const wanted = WEEKDAYS.filter((weekday) => (others.has(weekday) ? onSource : entry.weekdays.includes(weekday)));
    const same = wanted.length === entry.weekdays.length && wanted.every((weekday) => entry.weekdays.includes(weekday));
    if (same) return [entry];
    return wanted.length === 0 ? [] : [{ ...entry, weekdays: wanted }];
  });
}

/** Entries that differ from the loaded ones, and removed ones. */
export function changedEntries(before: readonly Entry[], after: readonly Entry[]): readonly Entry[] {
  const text = new Map(before.map((entry) => [entry.slot_no, JSON.stringify(entry)]));
  const slots = new Set(after.map(({ slot_no }) => slot_no));
  return [
    ...after.filter((entry) => text.get(entry.slot_no) !== JSON.stringify(entry)),
    ...before.filter(({ slot_no }) => !slots.has(slot_no)),
  ];
}

/**
 * A write with every entry, because a missing one would clear its slot; unchanged entries are sent as they were
 * received.
 */
export function simpleWrite({ channel, kind }: Schedule, entries: readonly Entry[]): Schedule {
  return { channel, kind, simple_entries: [...entries] };
}
