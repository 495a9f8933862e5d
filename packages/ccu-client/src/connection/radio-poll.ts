import { isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { Now } from '../model/ports.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { readRadioModules } from './radio.js';
import type { StatusBoard } from './status.js';

/** Looks at duty cycle and carrier sense of an interface now and then. */
export interface RadioPoll {
  /** Looks when it is time. Rejects with `CcuError` where the interface does not answer. */
  poll(signal: AbortSignal): Promise<void>;
  /** It is time. */
  due(): void;
}

export function createRadioPoll(deps: {
  readonly profile: Pick<InterfaceProfile, 'radio'>;
  readonly rpc: InterfaceRpc;
  readonly status: Pick<StatusBoard, 'measured'>;
  /** 0: never. */
  readonly everyMs: number;
  readonly elapsed: Now;
}): RadioPoll {
  const { rpc, status, everyMs, elapsed } = deps;
  let dueAt = Number.NEGATIVE_INFINITY;
  return {
    async poll(signal) {
      if (!deps.profile.radio || everyMs <= 0 || elapsed() < dueAt) return;
      dueAt = elapsed() + everyMs;
      try {
        const modules = readRadioModules(await rpc.call('listBidcosInterfaces', [], { signal, probe: true }));
        const module = modules.find(({ isDefault }) => isDefault) ?? modules[0];
        if (module !== undefined) status.measured({ dutyCycle: module.dutyCycle, carrierSense: module.carrierSense });
      } catch (error) {
        if (!isCcuError(error) || (error.code !== 'fault' && error.code !== 'unsupported')) throw error;
      }
    },
    due() {
      dueAt = Number.NEGATIVE_INFINITY;
    },
  };
}
