import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { VisibilityControl, VisibilityRecords } from '../ports/visibility.js';
import { GatewayError, noStorage } from '../use-case/errors.js';

/** Dependencies of the control of hidden parameters. */
export interface VisibilityDeps {
  readonly house: Pick<HouseModel, 'visibility'>;
  readonly publish: (event: ModelEvent) => void;
  /** Undefined where nothing can be kept. */
  readonly records: VisibilityRecords | undefined;
  readonly now: () => number;
}

/**
 * Hidden parameters that are shown nevertheless. An invalid pattern is not stored, and one that cannot be stored does
 * not count. `changed` is called when other parameters of a CCU are visible.
 *
 * @example
 * const visibility = createVisibilityControl({ house, publish, records, now: time.now, changed });
 */
export function createVisibilityControl({
  house,
  publish,
  records,
  now,
  changed,
}: VisibilityDeps & { readonly changed: (central: string) => void }): VisibilityControl {
  return {
    list: (scope) => house.visibility.list(scope),
    candidateSteps: (options) => house.visibility.candidateSteps(options),
    async replace(central, patterns, by) {
      if (records === undefined) throw noStorage();
      if (house.visibility.list({ central }).length === 0) throw noCentral(`no central ${central}`);
      // An invalid pattern is not stored either, and one that cannot be stored does not count.
      await records.replace(central, house.visibility.accepted(patterns), by);
      const set = house.visibility.set(central, patterns, { at: now(), by });
      if (!set.ok) throw noCentral(set.message);
      const { result, events } = set.value;
      for (const event of events) publish(event);
      changed(central);
      return result;
    },
  };
}

const noCentral = (message: string) => new GatewayError('not_found', message, { reason: 'central_not_found' });

/**
 * Gives a CCU the patterns it begins with: those that are kept when there are any, otherwise those of its configuration.
 *
 * @example
 * await restoreVisibility({ house, publish, records, now: time.now }, { name: 'home', configured: ['ON_TIME'] });
 */
export async function restoreVisibility(
  deps: VisibilityDeps,
  central: { readonly name: string; readonly configured: readonly string[] },
): Promise<void> {
  const kept = (await deps.records?.list(central.name)) ?? [];
  const patterns = kept.length > 0 ? kept.map(({ pattern }) => pattern) : central.configured;
  const newest = kept.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
  const set = deps.house.visibility.set(central.name, patterns, { at: newest || deps.now() });
  if (set.ok) for (const event of set.value.events) deps.publish(event);
}
