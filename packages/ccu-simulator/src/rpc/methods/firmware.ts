import { FAULT_CODE, RpcFault } from '../../wire/fault.js';
import { bool, NOTHING } from '../../wire/typed-value.js';
import { assertReachable, dutyCycleOf, type Handlers, type InterfaceContext, textAt } from './context.js';
import { deviceAt } from './devices.js';

/** Firmware of devices. */
export function firmwareMethods(context: InterfaceContext): Handlers {
  return {
    updateFirmware: (params) => {
      startFirmware(context, textAt(params, 0));
      return bool(true);
    },
    installFirmware: (params) => {
      startFirmware(context, textAt(params, 0));
      return bool(true);
    },
    refreshDeployedDeviceFirmwareList: () => NOTHING,
  };
}

function startFirmware(context: InterfaceContext, address: string): void {
  const { state, interfaceName } = context;
  const { description } = deviceAt(context, address);
  if (interfaceName === 'BidCos-RF' && dutyCycleOf(context) >= 95) {
    throw new RpcFault(FAULT_CODE.notEnoughDutyCycle, 'not enough duty cycle');
  }
  assertReachable(context, address);
  const firmware = description.AVAILABLE_FIRMWARE || description.FIRMWARE || '';
  const updated = interfaceName === 'HmIP-RF' ? { FIRMWARE_UPDATE_STATE: 'UP_TO_DATE' } : {};
  state.registry.changeDescription(address, { FIRMWARE: firmware, ...updated });
  state.announce({ type: 'device_changed', interfaceName, address, hint: 0 });
}
