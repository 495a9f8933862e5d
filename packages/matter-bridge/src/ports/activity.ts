/** Counted activities of a bridge. */
export const ACTIVITIES = ['changes', 'presses', 'commands', 'refused', 'failed', 'coalesced', 'incidents'] as const;

/**
 * `changes` of attributes for the subscriptions, `presses` of keys, `commands` and writes of controllers. Of these some
 * were `refused` by the bridge, some `failed` at the CCU, and some were `coalesced` by a later write. `incidents` are
 * counted as well.
 */
export type Activity = (typeof ACTIVITIES)[number];

/** Counts one more. */
export type Count = (what: Activity) => void;

/** How much was done since the bridge was loaded. */
export type ActivityCounts = Readonly<Record<Activity, number>>;

export function createCounts(): { readonly count: Count; counts(): ActivityCounts } {
  const counted = new Map<Activity, number>(ACTIVITIES.map((what) => [what, 0]));
  return {
    count: (what) => void counted.set(what, (counted.get(what) ?? 0) + 1),
    // Every activity was set above, so that the record has each of them.
    counts: () => Object.fromEntries(counted) as ActivityCounts,
  };
}
