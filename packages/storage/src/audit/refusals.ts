import type { AuditEntry } from '@ccu-gateway/gateway-core/use-cases';

/** Refused requests of one source, one minute and one reason. */
export interface RefusalGroup {
  readonly minute: number;
  readonly source: string;
  readonly what: string;
  readonly count: number;
  /** The first of them; its texts are cut, since a stranger wrote them. */
  readonly entry: AuditEntry;
  /** Names that were tried after the first, some of them. */
  readonly others: readonly string[];
}

/** Counts refused requests until they are written. */
export interface RefusalGatherer {
  /** `source`: the address that one caller shares with no other one; without it the caller's address. */
  add(entry: AuditEntry, of?: { readonly reason?: string | undefined; readonly source?: string | undefined }): void;
  /** Groups gathered since the last call, oldest first. */
  take(): readonly RefusalGroup[];
  /** Puts back groups that could not be written. */
  giveBack(groups: readonly RefusalGroup[]): void;
  readonly size: number;
}

/** Sources of one flush; requests from still more of them are counted under one name. */
const MAX_GROUPS = 512;
const MAX_OTHERS = 5;
const MAX_TEXT = 200;
const MANY_SOURCES = 'many';

/**
 * A flood of refusals costs a counter: how many there are, and from how many sources, never makes more of it.
 *
 * @example
 * const gatherer = createRefusalGatherer();
 * gatherer.add(entry, { reason: 'wrong_password' });
 * for (const group of gatherer.take()) await write(group);
 */
export function createRefusalGatherer(): RefusalGatherer {
  let groups = new Map<string, RefusalGroup>();

  const put = (group: RefusalGroup) => {
    const key = JSON.stringify([group.minute, group.source, group.what]);
    const known = groups.get(key);
    if (known === undefined && groups.size >= MAX_GROUPS && group.source !== MANY_SOURCES) {
      const { client: _, ...entry } = group.entry;
      put({ ...group, source: MANY_SOURCES, entry: { ...entry, peer: MANY_SOURCES } });
    } else groups.set(key, known === undefined ? group : mergeRefusals(known, group));
  };

  return {
    add(entry, { reason = '', source } = {}) {
      const cut = cutTexts(entry);
      const minute = Math.floor(entry.at / 60_000);
      const what = `${cut.action} ${reason}`.slice(0, MAX_TEXT);
      put({ minute, source: source ?? cut.client ?? cut.peer ?? '', what, count: 1, entry: cut, others: [] });
    },
    take() {
      const taken = [...groups.values()];
      groups = new Map();
      return taken;
    },
    giveBack(taken) {
      const newer = groups;
      groups = new Map();
      for (const group of [...taken, ...newer.values()]) put(group);
    },
    get size() {
      return groups.size;
    },
  };
}

/**
 * One group from two of one source, minute and reason.
 *
 * @example
 * const merged = mergeRefusals(stored, gathered);
 */
export function mergeRefusals(older: RefusalGroup, newer: RefusalGroup): RefusalGroup {
  const names = new Set([...older.others, ...namesOf(newer.entry), ...newer.others]);
  for (const name of namesOf(older.entry)) names.delete(name);
  const { tokenFingerprint, ...entry } = older.entry;
  // One row of several tokens is no row of the first.
  const same = tokenFingerprint === newer.entry.tokenFingerprint;
  return {
    ...older,
    entry: same ? older.entry : entry,
    count: older.count + newer.count,
    others: [...names].slice(0, MAX_OTHERS),
  };
}

/**
 * The row as the history shows it: the first refusal, and how many more there were like it.
 *
 * @example
 * const entries = groups.map(shownRefusal);
 */
export function shownRefusal({ entry, count, others }: RefusalGroup): AuditEntry {
  if (count === 1) return entry;
  const also = others.length === 0 ? [] : [`others=${JSON.stringify(others)}`];
  return { ...entry, note: [...(entry.note ? [entry.note] : []), `count=${count}`, ...also].join(' ') };
}

function namesOf({ user }: AuditEntry): readonly string[] {
  return user === undefined ? [] : [user];
}

function cutTexts(entry: AuditEntry): AuditEntry {
  const cut = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : value);
  // Texts stay texts and everything else stays as it is, so the members keep their types.
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, cut(value)])) as unknown as AuditEntry;
}
