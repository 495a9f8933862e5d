import type { WireValue } from '../model/model.js';
import type { RadioModule } from '../model/operations-model.js';
import { isStruct } from '../rpc/descriptions.js';

/** The answer of `listBidcosInterfaces`, as far as it can be believed. */
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
