import { failure } from '../../wire/fault.js';
import { int, NOTHING } from '../../wire/typed-value.js';
import { describedAt, flagAt, type Handlers, type InterfaceContext, integerAt, textAt } from './context.js';
import { deviceDescription } from './descriptions.js';

/** Install mode and pairing. */
export function pairingMethods(context: InterfaceContext): Handlers {
  const { interfaceName, state } = context;
  return {
    setInstallMode: (params) => {
      const on = flagAt(params, 0);
      if (interfaceName === 'HmIP-RF' && params.length !== 2) throw failure('java.lang.IllegalArgumentException');
      const seconds = params[1] === undefined ? 60 : integerAt(params, 1);
      if (on) state.installModes.start(interfaceName, Math.min(600, Math.max(0, seconds)));
      else state.installModes.stop(interfaceName);
      return NOTHING;
    },
    setInstallModeWithWhitelist: (params) => {
      const on = flagAt(params, 0);
      const seconds = integerAt(params, 1);
      if (params[2]?.type !== 'array') throw failure('type error');
      if (on) state.installModes.start(interfaceName, seconds);
      else state.installModes.stop(interfaceName);
      return NOTHING;
    },
    getInstallMode: () => int(state.installModes.remaining(interfaceName)),
    addDevice: (params) => {
      const serial = textAt(params, 0);
      if (params[1] !== undefined) integerAt(params, 1);
      if (state.registry.device(serial) === undefined) state.findDevices(interfaceName, serial);
      return deviceDescription(describedAt(context, serial));
    },
    searchDevices: () => int(state.findDevices(interfaceName)),
  };
}
