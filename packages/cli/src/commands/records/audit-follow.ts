import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer, CallArguments } from '@ccu-gateway/client';
import type { Context } from '../../context/context.js';
import { acrossLosses } from '../../gateway/across-losses.js';
import type { Rest } from '../../gateway/rest.js';

export type AuditEntry = CallAnswer<'listAudit'>[number];
export type AuditQuery = NonNullable<NonNullable<CallArguments<'listAudit'>[0]>['query']>;

const LOOK_MS = 1000;
const PAGE = 100;

/**
 * Yields every entry with a number above `since`, once and in order. It polls the log: numbers only grow, so entries
 * from the time of a lost connection have higher numbers than the last one.
 */
export function followAudit(rest: Rest, since: number, query: AuditQuery, context: Context) {
  let last = since;
  return acrossLosses(context, async function* (live) {
    for (;;) {
      const { entries, newest } = await entriesAbove(rest, last, query);
      live();
      if (newest !== undefined && newest < last) {
        context.output.warn('the audit log was replaced by an older one, as by a restore; entries may be missing here');
        last = newest;
      }
      for (const entry of entries) {
        last = entry.id ?? last;
        yield entry;
      }
      await sleep(LOOK_MS, undefined, { signal: context.io.signal });
    }
  });
}

/** Reads pages from the newest to older ones. Entries move to later pages meanwhile, so their numbers identify them. */
async function entriesAbove(rest: Rest, last: number, query: AuditQuery) {
  const found = new Map<number, AuditEntry>();
  let newest: number | undefined;
  for (let offset = 0; ; offset += PAGE) {
    const page = await rest.call('listAudit', { query: { ...query, limit: PAGE, offset } });
    // An entry without a number is not kept, because it cannot be distinguished from earlier ones.
    const ids = page.flatMap(({ id }) => (id === undefined ? [] : [id]));
    newest ??= ids[0];
    for (const entry of page) if (entry.id !== undefined && entry.id > last) found.set(entry.id, entry);
    if (page.length < PAGE || ids.some((id) => id <= last)) break;
  }
  return { entries: [...found.entries()].sort(([one], [other]) => one - other).map(([, entry]) => entry), newest };
}
