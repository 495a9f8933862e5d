import type { AlarmModeReadiness, AlarmZoneStatus } from '@ccu-gateway/contract/types';
import type { Tone } from '../../ui/layout.tsx';

/** Modes in the order of their buttons. */
export const MODES = ['full', 'perimeter', 'night', 'vacation', 'custom'] as const;
export type Mode = (typeof MODES)[number];

/** Reasons of blockers that have a text. */
export const REASONS = ['open', 'unknown', 'unreachable', 'low_battery', 'sabotage', 'central_lost'] as const;
export type BlockReason = (typeof REASONS)[number];

/** Modes of a zone, in the order of their buttons. */
export const modesOf = ({ readiness }: AlarmZoneStatus): readonly Mode[] => MODES.filter((mode) => mode in readiness);

/** A blocker and its reasons, with the name that people gave the sensor. */
export interface NamedBlocker {
  readonly name: string;
  readonly reasons: readonly BlockReason[];
}

const isReason = (word: string): word is BlockReason => (REASONS as readonly string[]).includes(word);

/** Blockers of a mode by the names of their sensors. */
export function blockersOf(
  readiness: AlarmModeReadiness | undefined,
  names: ReadonlyMap<string, string>,
): readonly NamedBlocker[] {
  return (readiness?.blockers ?? []).map((key) => ({
    name: key.startsWith('central:') ? key.slice('central:'.length) : (names.get(key) ?? key),
    reasons: (readiness?.reasons[key] ?? []).filter(isReason),
  }));
}

/** Tone of the state of a zone. */
export function toneOf({ state, degraded }: AlarmZoneStatus): Tone {
  if (state === 'triggered') return 'bad';
  if (state === 'pending' || degraded) return 'warn';
  return state === 'armed' || state === 'arming' ? 'good' : 'neutral';
}
