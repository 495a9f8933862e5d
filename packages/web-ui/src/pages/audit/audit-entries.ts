import type { CallAnswer } from '@ccu-gateway/client';

export type AuditEntry = CallAnswer<'listAudit'>[number];

/** Filter; empty members match everything. */
export interface AuditFilter {
  readonly text: string;
  readonly subject: string;
  readonly action: string;
  readonly outcome: string;
  readonly scheme: string;
  readonly token_fingerprint: string;
}

export const FACETS = ['subject', 'action', 'outcome', 'scheme', 'token_fingerprint'] as const;
export type Facet = (typeof FACETS)[number];

export function matchesAudit(entry: AuditEntry, filter: AuditFilter): boolean {
  return (
    FACETS.every((facet) => filter[facet] === '' || (entry[facet] ?? '') === filter[facet]) &&
    filter.text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => textOf(entry).includes(word))
  );
}

const texts = new WeakMap<AuditEntry, string>();

function textOf(entry: AuditEntry): string {
  let text = texts.get(entry);
  if (text === undefined) {
    text = JSON.stringify(Object.values(entry)).toLowerCase();
    texts.set(entry, text);
  }
  return text;
}

/** Values of a facet with their counts, the most frequent first. Each facet is counted with the filters of the others. */
export function facetCounts(
  entries: readonly AuditEntry[],
  facet: Facet,
  filter: AuditFilter,
): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>();
  const others = { ...filter, [facet]: '' };
  for (const entry of entries) {
    const value = entry[facet] ?? '';
    if (value === '' || !matchesAudit(entry, others)) continue;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

/** Target of an action, from the widest part to the narrowest. */
export function targetOf(entry: AuditEntry): string {
  const { central, device_address, channel_no, paramset, parameter, peer } = entry;
  const place =
    device_address === undefined ? '' : `${device_address}${channel_no === undefined ? '' : `:${channel_no}`}`;
  return [central, place, paramset, parameter, peer].filter((part) => part !== undefined && part !== '').join(' ');
}

/** Origin of a request: the address from a trusted proxy, else the other end of the connection. */
export function originOf({ client_address, peer_address }: AuditEntry): string {
  return client_address || peer_address || '';
}
