import type { CcuEvent, InterfaceName, WireValue } from '../model/model.js';
import type { Now } from '../model/ports.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { ReGaScriptRow } from '../rega/scripts/index.js';

export type LoadedValue = Extract<CcuEvent, { type: 'values_loaded' }>['values'][number];

/** Reads all values of an interface from the CCU's memory: one script, no radio. */
export interface BulkValues {
  load(signal: AbortSignal): Promise<void>;
  /** An event was faster than the script; what the script says of that data point is old. */
  spoke(channelAddress: string, parameter: string): void;
}

const DEVICES_PER_PAGE = 60;

export function createBulkValues(deps: {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly rega: ReGaRunner;
  readonly now: Now;
  readonly publish: (values: readonly LoadedValue[]) => void;
}): BulkValues {
  let spoken: Set<string> | undefined;
  return {
    async load(signal) {
      const mine = new Set<string>();
      spoken = mine;
      try {
        const args = { interfaceName: deps.interfaceName, from: 0, count: DEVICES_PER_PAGE };
        const rows = await deps.rega.run('values', args, signal);
        deps.publish(
          rows
            .flatMap((row) => toValue(deps.interfaceName, row) ?? [])
            .filter(({ channelAddress, parameter }) => !mine.has(`${channelAddress}.${parameter}`)),
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
  if (row.value === undefined || !row.point.startsWith(prefix) || dot < prefix.length) return undefined;
  return {
    channelAddress: row.point.slice(prefix.length, dot),
    parameter: row.point.slice(dot + 1),
    value: row.value as WireValue,
    ...(row.changedAt > 0 ? { setAt: row.changedAt } : {}),
  };
}
