import { noLogicLayer } from '../model/no-logic-layer.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { ReGaScriptArgs, ReGaScriptName, ReGaScriptRow } from '../rega/scripts/index.js';
import type { MetadataSource } from './source.js';

type Substitutes = {
  readonly [N in ReGaScriptName]?: (
    args: ReGaScriptArgs<N>,
    signal?: AbortSignal,
  ) => Promise<readonly ReGaScriptRow<N>[]>;
};

/**
 * Runs scripts where the CCU has a logic layer. Where it has none, names, rooms, functions and the values it remembers come
 * from its own source, no alarm is ever raised, and everything else is `unsupported`.
 */
export function createRunnerOrMetadata(deps: {
  readonly rega: ReGaRunner;
  readonly metadata: Pick<MetadataSource, 'isThere' | 'read' | 'states'>;
}): ReGaRunner {
  const { rega, metadata } = deps;
  const substitutes: Substitutes = {
    async names(_, signal) {
      const { names } = await metadata.read(signal);
      // There are no numbers of objects; 0 means none.
      return names.map((each) => ({ ...each, id: 0, kind: each.address.includes(':') ? 'C' : 'D' }));
    },
    async groups({ kind }, signal) {
      const groups = (await metadata.read(signal)).groups[kind];
      return groups.map((group, index) => ({ ...group, id: index + 1, description: '' }));
    },
    async values({ interfaceName }, signal) {
      const states = await metadata.states(interfaceName, signal);
      if (states === undefined) throw noLogicLayer();
      return states.map(({ address, parameter, value, changedAt }) => ({
        point: `${interfaceName}.${address}.${parameter}`,
        value,
        changedAt,
      }));
    },
    // Alarms are variables of a logic layer.
    alarm_messages: async () => [],
  };
  return {
    async run(name, args, signal) {
      if (!metadata.isThere()) {
        try {
          return await rega.run(name, args, signal);
        } catch (error) {
          // That there is no logic layer is found out by a call that fails.
          if (!metadata.isThere()) throw error;
        }
      }
      const substitute = substitutes[name];
      if (substitute === undefined) throw noLogicLayer();
      return await substitute(args, signal);
    },
  };
}
