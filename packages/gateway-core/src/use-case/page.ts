/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of the page, from 1. */
  readonly page: number;
  readonly perPage: number;
  /** Entries of the whole list. */
  readonly total: number;
}

/**
 * The entries of one page; empty behind the end.
 *
 * @example
 * const { items, total } = pageOf(entries, 2, 50); // entries 51 to 100
 */
export function pageOf<Item>(all: readonly Item[], page: number, perPage: number): Page<Item> {
  const start = (page - 1) * perPage;
  return { items: all.slice(start, start + perPage), page, perPage, total: all.length };
}
