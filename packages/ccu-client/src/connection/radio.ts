import { isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { WireValue } from '../model/model.js';
import type { RadioModule } from '../model/operations-model.js';
import type { Now } from '../model/ports.js';
import type { RadioBudget } from '../radio/budget.js';
import { isStruct } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import type { StatusBoard } from './status.js';

/** Reads the answer of `listBidcosInterfaces`; an invalid member counts as missing. */
export function readRadioModules(value: WireValue): readonly RadioModule[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly WireValue[]).filter(isStruct).map((module) => ({
    address: text(module.ADDRESS),
    description: text(module.DESCRIPTION),
    type: text(module.TYPE),
    firmware: text(module.FIRMWARE_VERSION),
    connected: module.CONNECTED === true || module.CONNECTED === 1,
    isDefault: module.DEFAULT === true || module.DEFAULT === 1,
    dutyCycle: percent(module.DUTY_CYCLE),
    carrierSense: percent(module.CARRIER_SENSE),
  }));
}

function text(value: WireValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function percent(value: WireValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined;
}

/** Milliseconds between two polls while writes wait for the duty cycle, and after a reading that a write asked for failed. */
const SPREAD_POLL_MS = 60_000;
/** Percent of the hour that own writes may use by estimate, until the duty cycle is read again. */
const UNREAD_PERCENT = 10;

/** Polls duty cycle and carrier sense of an interface now and then. */
export interface RadioPoll {
  /** Polls when it is due. Rejects with `CcuError` where the interface does not answer. */
  poll(signal: AbortSignal): Promise<void>;
  /** Makes the next poll due. */
  due(): void;
  /** A write was sent: reads the duty cycle at once where many were, because their sending time is an estimate. */
  spent(): void;
}

export function createRadioPoll(deps: {
  readonly profile: Pick<InterfaceProfile, 'radio'>;
  readonly rpc: InterfaceRpc;
  readonly status: Pick<StatusBoard, 'measured'>;
  /** 0: never. */
  readonly everyMs: number;
  readonly elapsed: Now;
  readonly budget: Pick<RadioBudget, 'measured' | 'mode' | 'unreadPercent'>;
  readonly stop: AbortSignal;
}): RadioPoll {
  const { rpc, status, everyMs, elapsed, budget, stop } = deps;
  const isPossible = deps.profile.radio && everyMs > 0;
  let polledAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  const dueMs = () => (budget.mode(0) === 'free' ? everyMs : Math.min(everyMs, SPREAD_POLL_MS));

  async function read(signal: AbortSignal): Promise<void> {
    polledAt = elapsed();
    const modules = readRadioModules(await rpc.call('listBidcosInterfaces', [], { signal, probe: true }));
    const module = modules.find(({ isDefault }) => isDefault) ?? modules[0];
    if (module?.dutyCycle !== undefined) budget.measured(module.dutyCycle);
    if (module !== undefined) status.measured({ dutyCycle: module.dutyCycle, carrierSense: module.carrierSense });
  }

  return {
    async poll(signal) {
      if (!isPossible || elapsed() - polledAt < dueMs()) return;
      try {
        await read(signal);
      } catch (error) {
        if (!isCcuError(error) || (error.code !== 'fault' && error.code !== 'unsupported')) throw error;
      }
    },
    due() {
      polledAt = Number.NEGATIVE_INFINITY;
    },
    spent() {
      if (!isPossible || isReading || budget.unreadPercent() < UNREAD_PERCENT) return;
      if (elapsed() - failedAt < SPREAD_POLL_MS) return;
      isReading = true;
      void read(stop)
        .catch(() => undefined)
        .finally(() => {
          isReading = false;
          if (budget.unreadPercent() >= UNREAD_PERCENT) failedAt = elapsed();
        });
    },
  };
}
