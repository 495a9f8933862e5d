import type { CcuEvent, InterfaceName } from '../model/model.js';
import type { Now } from '../model/ports.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { ReGaScriptRow } from '../rega/scripts/index.js';
import { turn } from '../time/system.js';

export type LoadedValue = Extract<CcuEvent, { type: 'values_loaded' }>['values'][number];

/** Reads all values of an interface from the CCU's memory: one script, no radio. */
export interface BulkValues {
  load(signal: AbortSignal): Promise<void>;
  /** An event was faster than the script; what the script says of that data point is old. */
  spoke(channelAddress: string, parameter: string): void;
}

const DEVICES_PER_PAGE = 60;
/** Values that are published in one turn. */
const VALUES_PER_SLICE = 1_000;

export function createBulkValues(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly rega: ReGaRunner;
  readonly now: Now;
  /** Whether an event told that value since the registration: the logic layer not knowing it proves nothing then. */
  readonly isHeard: (channelAddress: string, parameter: string) => boolean;
  readonly publish: (values: readonly LoadedValue[]) => void;
}): BulkValues {
  let spoken: Set<string> | undefined;
  let isFirst = true;

  /** The first reading is one: it is announced as a whole. Between the slices of the others, events arrive and count more. */
  async function publish(values: readonly LoadedValue[], mine: ReadonlySet<string>): Promise<void> {
    const slice = isFirst ? values.length : VALUES_PER_SLICE;
    isFirst = false;
    for (let at = 0; at === 0 || at < values.length; at += slice) {
      const unspoken = values
        .slice(at, at + slice)
        .filter(({ channelAddress, parameter }) => !mine.has(`${channelAddress}.${parameter}`))
        .filter(({ channelAddress, parameter, value }) => value !== null || !deps.isHeard(channelAddress, parameter));
      deps.publish(unspoken);
      if (at + slice >= values.length) return;
      await turn();
    }
  }

  return {
    async load(signal) {
      const mine = new Set<string>();
      spoken = mine;
      try {
        const args = { interfaceName: deps.interfaceName, from: 0, count: DEVICES_PER_PAGE };
        const rows = await deps.rega.run('values', args, signal);
        await publish(
          rows.flatMap((row) => toValue(deps.interfaceName, row) ?? []),
          mine,
        );
      } finally {
        if (spoken === mine) spoken = undefined;
      }
    },
    spoke(channelAddress, parameter) {
      spoken?.add(`${channelAddress}.${parameter}`);
    },
  };
}

function toValue(interfaceName: InterfaceName, row: ReGaScriptRow<'values'>): LoadedValue | undefined {
  const prefix = `${interfaceName}.`;
  const dot = row.point.lastIndexOf('.');
  if (!row.point.startsWith(prefix) || dot < prefix.length) return undefined;
  return {
    channelAddress: row.point.slice(prefix.length, dot),
    parameter: row.point.slice(dot + 1),
    value: row.value ?? null,
    ...(row.changedAt > 0 ? { setAt: row.changedAt } : {}),
  };
}
