import type { JournalEntry } from '../model/input.js';

/** An entry with its position and its hash. */
export interface ChainedEntry extends JournalEntry {
  /** Counts up by 1. */
  readonly id: number;
  /** Hash of the entry and of the hash before it. */
  readonly hash: string;
}

/** The last entry of a journal; `NEW_JOURNAL` before the first. */
export interface JournalHead {
  readonly id: number;
  readonly hash: string;
}

/** The head of a journal without entries. */
export const NEW_JOURNAL: JournalHead = { id: 0, hash: '' };

/** A hash function, for example SHA-256 in hex. */
export type Digest = (text: string) => string;

/**
 * Entries with their position and hash, in order after `head`. Each hash covers the one before, so that a changed or
 * removed entry breaks the chain at the next one.
 * @example
 * const chained = chain(head, entries, (text) => createHash('sha256').update(text).digest('hex'));
 */
export function chain(head: JournalHead, entries: readonly JournalEntry[], digest: Digest): readonly ChainedEntry[] {
  const chained: ChainedEntry[] = [];
  let { id, hash } = head;
  for (const entry of entries) {
    id += 1;
    hash = digest(textOf(hash, id, entry));
    chained.push({ ...entry, id, hash });
  }
  return chained;
}

/** Result of a check: every hash fits, or the first entry that does not. */
export type JournalProof =
  | { readonly ok: true; readonly head: JournalHead }
  | { readonly ok: false; readonly id: number };

/**
 * Checks entries in order, after the head they continue. Old entries may be gone: then `after` is the last one removed.
 * @example
 * const proof = verifyChain(entries, NEW_JOURNAL, digest);
 */
export function verifyChain(entries: readonly ChainedEntry[], after: JournalHead, digest: Digest): JournalProof {
  let head = after;
  for (const { id, hash, ...entry } of entries) {
    if (id !== head.id + 1 || hash !== digest(textOf(head.hash, id, entry))) return { ok: false, id };
    head = { id, hash };
  }
  return { ok: true, head };
}

/** One text for equal entries, whatever the order of their fields. */
function textOf(before: string, id: number, entry: JournalEntry): string {
  const { at, class: kind, event, zone, actor, source, incident, details } = entry;
  const pairs = Object.entries(details ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    before,
    id,
    at,
    kind,
    event,
    zone ?? null,
    actor ?? null,
    source ?? null,
    incident ?? null,
    pairs,
  ]);
}
