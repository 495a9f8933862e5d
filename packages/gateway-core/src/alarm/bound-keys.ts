import type { PlannedWrite } from '@ccu-gateway/device-model';
import type { CcuWriter } from '../ports/house.js';
import { GatewayError } from '../use-case/errors.js';
import type { AlarmSystem } from './alarm.js';

/**
 * A writer that refuses writes to keys and keypads that are bound to codes: the CCU reports a written press like that of a
 * person, so that everybody who may write could disarm without a code. Rejects with `forbidden` (reason `alarm_key`).
 *
 * @example
 * const guarded = withoutBoundKeys(ccu, () => alarm.plan());
 */
export function withoutBoundKeys(ccu: CcuWriter, plan: () => ReturnType<AlarmSystem['plan']>): CcuWriter {
  const isBound = (write: PlannedWrite): boolean => {
    if (write.kind === 'paramset' && write.paramsetKey !== 'VALUES') return false;
    const address = write.kind === 'value' ? write.channelAddress : write.address;
    return plan().config.codes.some(({ binding }) => {
      if (binding?.point.central !== write.central || binding.point.channelAddress !== address) return false;
      const { parameter } = binding.point;
      return write.kind === 'value' ? write.parameter === parameter : Object.hasOwn(write.values, parameter);
    });
  };
  return {
    async write(write, options) {
      if (isBound(write)) {
        throw new GatewayError('forbidden', 'The key is bound to a code of the alarm system', { reason: 'alarm_key' });
      }
      await ccu.write(write, options);
    },
  };
}
