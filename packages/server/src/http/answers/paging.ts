import { pageOf } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';

const PAGE = z.coerce.number().int().min(1);
const PER_PAGE = z.coerce.number().int().min(1).max(500);

/** Query of lists that are always paged. */
export const pagedQuery = {
  page: PAGE.default(1).describe('Number of the page, from 1.'),
  per_page: PER_PAGE.default(50).describe('Entries on a page.'),
} as const;

/** Query of lists that return everything unless one of the two is given. */
export const optionalPagingQuery = {
  page: PAGE.optional().describe('Number of the page, from 1. Without it and `per_page` everything is returned.'),
  per_page: PER_PAGE.optional().describe('Entries on a page (50 when only `page` is given).'),
} as const;

/** The entries asked for and the header with their number in all. */
export function arrayPage<Item>(
  all: readonly Item[],
  query: { readonly page?: number | undefined; readonly per_page?: number | undefined },
): { readonly items: readonly Item[]; readonly headers: Readonly<Record<string, string>> } {
  const headers = { 'x-total-count': String(all.length) };
  if (query.page === undefined && query.per_page === undefined) return { items: all, headers };
  return { items: pageOf(all, query.page ?? 1, query.per_page ?? 50).items, headers };
}
