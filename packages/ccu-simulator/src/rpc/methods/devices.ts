import type { LiveDevice } from '../../live/types.js';
import { FAULT_CODE, failure, RpcFault, unknownDevice } from '../../wire/fault.js';
import { bool, list, NOTHING } from '../../wire/typed-value.js';
import {
  assertDescribes,
  assertReachable,
  describedAt,
  type Handlers,
  type InterfaceContext,
  integerAt,
  passOnConfiguration,
  textAt,
} from './context.js';
import { deviceDescription } from './descriptions.js';
import { teamMethods } from './teams.js';

const DELETE_FLAGS = { force: 2, defer: 4 } as const;

/** Device lists, deletion, replacement, configuration. */
export function deviceMethods(context: InterfaceContext): Handlers {
  const { state, interfaceName } = context;
  const devices = () => state.registry.all(interfaceName);

  return {
    listDevices: () =>
      list(
        devices()
          .flatMap((device) => [device.description, ...device.channels.map(({ description }) => description)])
          .map(deviceDescription),
      ),
    getDeviceDescription: (params) => {
      const address = textAt(params, 0);
      assertDescribes(context, address);
      return deviceDescription(describedAt(context, address));
    },
    deleteDevice: (params) => {
      const address = textAt(params, 0);
      const flags = integerAt(params, 1);
      deviceAt(context, address);
      if ((flags & (DELETE_FLAGS.force | DELETE_FLAGS.defer)) === 0) assertReachable(context, address);
      state.removeDevice(address);
      return NOTHING;
    },
    abortDeleteDevice: (params) => {
      deviceAt(context, textAt(params, 0));
      return NOTHING;
    },
    replaceDevice: (params) => {
      const old = deviceAt(context, textAt(params, 0));
      const fresh = deviceAt(context, textAt(params, 1));
      if (old.description.TYPE !== fresh.description.TYPE) throw failure('Device types do not match');
      if (old.description.ADDRESS === fresh.description.ADDRESS) throw failure('Same device');
      state.replaceDevice(old.description.ADDRESS, fresh.description.ADDRESS, {
        bare: context.switches.bareReplacements,
      });
      passOnConfiguration(context, fresh.description.ADDRESS);
      return bool(true);
    },
    listReplaceableDevices: (params) => {
      const { description } = deviceAt(context, textAt(params, 0));
      return list(
        devices()
          .filter(
            (device) =>
              device.description.TYPE === description.TYPE && device.description.ADDRESS !== description.ADDRESS,
          )
          .map((device) => deviceDescription(device.description)),
      );
    },
    restoreConfigToDevice: (params) => {
      deviceAt(context, textAt(params, 0));
      assertReachable(context, textAt(params, 0));
      state.configure(textAt(params, 0), {});
      return NOTHING;
    },
    clearConfigCache: (params) => {
      deviceAt(context, textAt(params, 0));
      return NOTHING;
    },
    ...teamMethods(context),
  };
}

/** The device with this address, else a fault. */
export function deviceAt(context: InterfaceContext, address: string): LiveDevice {
  describedAt(context, address);
  if (address.includes(':')) throw new RpcFault(FAULT_CODE.deviceExpected, 'Device address expected');
  const device = context.state.registry.device(address);
  if (device === undefined) throw unknownDevice();
  return device;
}
