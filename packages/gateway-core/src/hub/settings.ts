import type { HouseModel } from '@ccu-gateway/device-model';
import { EVERYTHING, HUB_PARTS, type HubPart, type HubSelection } from './parts.js';

/** Milliseconds between two readings of a part; 0 or less: only when a client asks. */
export type HubIntervals = Readonly<Record<HubPart, number>>;

const DEFAULT_HUB_INTERVALS: HubIntervals = {
  programs: 300_000,
  sysvars: 300_000,
  messages: 60_000,
  inbox: 60_000,
  installModes: 60_000,
  update: 6 * 3_600_000,
};

/** Settings for people. */
export interface HubSyncSettings {
  readonly intervals?: Partial<HubIntervals>;
  readonly selection?: HubSelection;
}

/** The same, with defaults filled in. */
export interface HubSettings {
  readonly intervals: HubIntervals;
  readonly selection: HubSelection;
}

export function settingsOf({ selection, intervals }: HubSyncSettings): HubSettings {
  return { selection: selection ?? EVERYTHING, intervals: { ...DEFAULT_HUB_INTERVALS, ...intervals } };
}

/** The parts of which only a selection is taken over. */
const SELECTED: ReadonlySet<HubPart> = new Set(['sysvars', 'programs']);
/** The parts with a different reading under other settings, and the ones to read anew. */
export function changedParts(
  before: HubSettings,
  after: HubSettings,
): readonly { readonly part: HubPart; readonly isRead: boolean }[] {
  const isOtherSelection = JSON.stringify(after.selection) !== JSON.stringify(before.selection);
  return HUB_PARTS.flatMap((part) => {
    const isSelected = isOtherSelection && SELECTED.has(part);
    if (!isSelected && after.intervals[part] === before.intervals[part]) return [];
    return [{ part, isRead: isSelected || after.intervals[part] > 0 }];
  });
}

/** While devices are paired, people watch the seconds. */
const INSTALL_MODE_MS = 5_000;

/** Milliseconds between two readings of a part. */
export function pauseOf(
  part: HubPart,
  house: Pick<HouseModel, 'installModes'>,
  central: string,
  { intervals }: HubSettings,
): number {
  const pairing = part === 'installModes' && house.installModes({ central }).some(({ active }) => active);
  return pairing ? Math.min(INSTALL_MODE_MS, intervals[part] || INSTALL_MODE_MS) : intervals[part];
}
