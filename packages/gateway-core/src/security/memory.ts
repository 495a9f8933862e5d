import type { SecurityClass, SecurityLevel } from '@ccu-gateway/contract/types';
import { type Cause, severityOf } from './causes.js';

/** A known cause. Times are milliseconds since the Unix epoch. */
export interface KnownFault extends Cause {
  readonly since: number;
  /** A danger that ended before an operator acknowledged it. */
  readonly endedAt?: number;
  /** Its CCU is not connected, so that nothing shows whether it ended. */
  readonly isUnproven?: boolean;
  readonly acknowledged?: { readonly at: number; readonly by: string };
}

/** Silence of a cause; it also holds where the cause ends and begins again. */
export interface Silence {
  readonly until: number;
  readonly by: string;
}

/** Everything that the overview remembers over a restart. */
export interface Memory {
  readonly faults: Readonly<Record<string, KnownFault>>;
  readonly silences: Readonly<Record<string, Silence>>;
  /** Classes that are left out, by source. */
  readonly excluded: Readonly<Record<string, readonly SecurityClass[]>>;
  /** Level of the whole, and its begin. */
  readonly level: SecurityLevel;
  readonly levelSince: number;
}

/** Begin of a memory. */
export const newMemory = (now: number): Memory => ({
  faults: {},
  silences: {},
  excluded: {},
  level: 'ok',
  levelSince: now,
});

/** The present state of the sources. */
export interface Observed {
  readonly causes: readonly Cause[];
  /** False while the absence of a cause proves nothing, as without a connection to its CCU. */
  isKnowable(fault: KnownFault): boolean;
  /** True for an ended cause that was acknowledged elsewhere. */
  isSettled(fault: KnownFault): boolean;
}

/** More causes are counted and not remembered. */
const MOST_FAULTS = 2_000;

/** Compares the remembered causes with the present ones. */
export function observe(memory: Memory, { causes, isKnowable, isSettled }: Observed, now: number): Memory {
  const faults = new Map<string, KnownFault>();
  for (const cause of causes.slice(0, MOST_FAULTS)) {
    if (isLeftOut(memory, cause)) continue;
    const known = memory.faults[cause.id];
    const isNew = known === undefined || known.endedAt !== undefined;
    // A value that was read again is no later begin.
    const since = isNew ? (cause.since ?? now) : Math.min(known.since, cause.since ?? known.since);
    const { acknowledged } = isNew ? {} : known;
    faults.set(cause.id, { ...cause, since, ...(acknowledged !== undefined && { acknowledged }) });
  }
  for (const known of Object.values(memory.faults)) {
    if (faults.has(known.id) || isLeftOut(memory, known)) continue;
    const kept = absent(known, { isKnowable, isSettled }, now);
    if (kept !== undefined) faults.set(known.id, kept);
  }
  const silences = Object.entries(memory.silences).filter(([, { until }]) => until > now);
  return levelled({ ...memory, faults: Object.fromEntries(faults), silences: Object.fromEntries(silences) }, now);
}

/** A known cause that is absent; undefined where it is over. */
function absent(
  known: KnownFault,
  { isKnowable, isSettled }: Omit<Observed, 'causes'>,
  now: number,
): KnownFault | undefined {
  if (known.endedAt !== undefined) return isSettled(known) ? undefined : known;
  if (!isKnowable(known)) return { ...known, isUnproven: true };
  if (severityOf(known.class) !== 'danger' || known.acknowledged !== undefined || isSettled(known)) return undefined;
  const { isUnproven: _, ...ended } = known;
  return { ...ended, endedAt: now };
}

/** The memory with the level that its causes have together. */
export function levelled(memory: Memory, now: number): Memory {
  const level = worstOf(Object.values(memory.faults).map((fault) => levelOf(memory, fault)));
  return level === memory.level ? memory : { ...memory, level, levelSince: now };
}

/** True for a cause of a source whose class is left out. */
const isLeftOut = ({ excluded }: Memory, { source, class: kind }: Cause): boolean =>
  excluded[source]?.includes(kind) ?? false;

const LEVELS: readonly SecurityLevel[] = ['danger', 'attention', 'ok'];

/** The worst of several levels; `ok` without any. */
export const worstOf = (levels: readonly SecurityLevel[]): SecurityLevel =>
  LEVELS.find((level) => levels.includes(level)) ?? 'ok';

/** Level of one cause: one step less while it is silenced, and after its end. */
export function levelOf({ silences }: Memory, { id, class: kind, endedAt }: KnownFault): SecurityLevel {
  const steps =
    (severityOf(kind) === 'danger' ? 0 : 1) + (endedAt === undefined ? 0 : 1) + (silences[id] === undefined ? 0 : 1);
  return LEVELS[steps] ?? 'ok';
}
