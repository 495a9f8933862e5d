/** Entries of one page of an answer. */
const PAGE = 20;

/** One page of a list, with the number of entries behind it. `page` counts from 1. */
export function pageOf<Item>(all: readonly Item[], page = 1, size = PAGE) {
  const start = (page - 1) * size;
  const items = all.slice(start, start + size);
  const more = Math.max(0, all.length - start - items.length);
  return { items, page, total: all.length, more, ...(more > 0 && { next_page: page + 1 }) };
}
