import type { EventItem, Item } from './event-rows.js';

/** The event as the gateway sent it. */
export function frameOf({ seq, kind, topic, type, at, payload, momentary }: EventItem) {
  const ts = Number.isFinite(at) ? new Date(at).toISOString() : undefined;
  return { seq, kind, topic, type, ts, payload, ...(momentary ? { momentary } : {}) };
}

/** One line for each event; gaps are lines, too, so that a reader of the file can see them. */
export function ndjsonOf(items: readonly Item[]): string {
  return items
    .filter(({ item }) => item !== 'mark')
    .map((item) =>
      JSON.stringify(
        item.item === 'gap'
          ? { gap: { after: item.after, up_to: item.seq, reason: item.reason } }
          : frameOf(item as EventItem),
      ),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** A line for a shell that answers exactly this event from the log. */
export function curlOf(gatewayUrl: string, { seq, topic }: EventItem): string {
  const url = new URL(`${gatewayUrl}/api/v1/events/log`);
  url.searchParams.set('since', String(seq - 1));
  url.searchParams.set('topics', topic);
  url.searchParams.set('limit', '1');
  return `curl -sS -H "Authorization: Bearer $TOKEN" ${quoted(url.href)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
