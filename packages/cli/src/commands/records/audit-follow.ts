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
 * Every entry whose number is above `since`, in the order of the numbers and each once. The log is asked again and again: its
 * numbers only grow, so what came while the connection was lost is above the last one too.
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

/** Pages go from the newest to older ones, and move on while they are read: entries are told by their numbers. */
async function entriesAbove(rest: Rest, last: number, query: AuditQuery) {
  const found = new Map<number, AuditEntry>();
  let newest: number | undefined;
  for (let offset = 0; ; offset += PAGE) {
    const page = await rest.call('listAudit', { query: { ...query, limit: PAGE, offset } });
    // What has no number is not kept, and cannot be told from what came before.
    const ids = page.flatMap(({ id }) => (id === undefined ? [] : [id]));
    newest ??= ids[0];
    for (const entry of page) if (entry.id !== undefined && entry.id > last) found.set(entry.id, entry);
    if (page.length < PAGE || ids.some((id) => id <= last)) break;
  }
  return { entries: [...found.entries()].sort(([one], [other]) => one - other).map(([, entry]) => entry), newest };
}
