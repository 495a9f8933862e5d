import { isCcuError } from '../model/errors.js';
import type { DeviceDescription, WireValue } from '../model/model.js';
import type { Now } from '../model/ports.js';
import { isStruct } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { turn } from '../time/system.js';
import type { BulkValues, LoadedValue } from './bulk-values.js';

/**
 * Reads all values from an interface process, channel by channel: of a generic server, which no logic layer need know, and of
 * an interface whose CCU gives no values in bulk. The process answers from what it remembers. What one channel refuses is
 * left out.
 */
export function createReadValues(deps: {
  readonly rpc: Pick<InterfaceRpc, 'call'>;
  readonly channels: () => readonly DeviceDescription[];
  /** The parameters of a channel that have a value to read, as described. */
  readonly readable: (channelAddress: string) => readonly string[];
  readonly now: Now;
  /** Whether a value can be one that was told; default: every one. */
  readonly accepts?: (value: LoadedValue) => boolean;
  readonly publish: (values: readonly LoadedValue[]) => void;
}): BulkValues {
  let spoken: Set<string> | undefined;

  async function valuesOf(channelAddress: string, signal: AbortSignal): Promise<readonly LoadedValue[]> {
    try {
      const answer = await deps.rpc.call('getParamset', [channelAddress, 'VALUES'], { signal, probe: true });
      if (!isStruct(answer)) return [];
      const told = Object.entries(answer).flatMap(([parameter, value]): readonly LoadedValue[] =>
        isSimple(value) ? [{ channelAddress, parameter, value }] : [],
      );
      // The answer is the whole paramset: a member that is missing has no value.
      const missing = deps.readable(channelAddress).filter((parameter) => !Object.hasOwn(answer, parameter));
      return [...told, ...missing.map((parameter) => ({ channelAddress, parameter, value: null }))];
    } catch (error) {
      if (!isCcuError(error) || error.code !== 'fault') throw error;
      return [];
    }
  }

  return {
    async load(signal) {
      const mine = new Set<string>();
      spoken = mine;
      try {
        for (const { ADDRESS, PARAMSETS } of deps.channels()) {
          if (PARAMSETS?.includes('VALUES') !== true) continue;
          const values = await valuesOf(ADDRESS, signal);
          const news = values.filter(
            (value) => !mine.has(`${value.channelAddress}.${value.parameter}`) && deps.accepts?.(value) !== false,
          );
          if (news.length > 0) deps.publish(news);
          await turn();
        }
      } catch (error) {
        // A server without this method tells its values by events alone.
        if (!isCcuError(error) || error.code !== 'unsupported') throw error;
      } finally {
        if (spoken === mine) spoken = undefined;
      }
    },
    spoke(channelAddress, parameter) {
      spoken?.add(`${channelAddress}.${parameter}`);
    },
  };
}

const isSimple = (value: WireValue): boolean => typeof value !== 'object';
