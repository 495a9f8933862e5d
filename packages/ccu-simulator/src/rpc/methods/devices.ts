import type { DeviceDescription } from '../../house/types.js';
import { OPERATION } from '../../live/defaults.js';
import { sgtinOf } from '../../product.js';
import type { TypedValue } from '../../types.js';
import {
  assertDescribes,
  assertReachable,
  describedAt,
  type Handlers,
  type InterfaceContext,
  integerAt,
  textAt,
} from '../context.js';
import { FAULT_CODE, failure, RpcFault, unknownDevice } from '../fault.js';
import { bool, double, int, list, NOTHING, record, text, typed } from '../typed-value.js';

/** Serial number of the BidCos radio module, which its daemon tells the state of too. */
export const BIDCOS_MODULE = 'SIM0000000';

const DELETE_FLAGS = { force: 2, defer: 4 } as const;

/** Device lists, deletion, replacement, firmware, radio quality. */
export function deviceMethods(context: InterfaceContext): Handlers {
  const { state, switches, interfaceName } = context;
  const devices = () => state.registry.all(interfaceName);

  function deviceAt(address: string) {
    describedAt(context, address);
    if (address.includes(':')) throw new RpcFault(FAULT_CODE.deviceExpected, 'Device address expected');
    return state.registry.device(address) ?? unknown();
  }

  function startFirmware(address: string): void {
    const { description } = deviceAt(address);
    if (interfaceName === 'BidCos-RF' && switches.dutyCycle >= 95) {
      throw new RpcFault(FAULT_CODE.notEnoughDutyCycle, 'not enough duty cycle');
    }
    assertReachable(context, address);
    const firmware = description.AVAILABLE_FIRMWARE || description.FIRMWARE || '';
    const updated = interfaceName === 'HmIP-RF' ? { FIRMWARE_UPDATE_STATE: 'UP_TO_DATE' } : {};
    state.registry.changeDescription(address, { FIRMWARE: firmware, ...updated });
    state.announce({ type: 'device_changed', interfaceName, address, hint: 0 });
  }

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
      deviceAt(address);
      if ((flags & (DELETE_FLAGS.force | DELETE_FLAGS.defer)) === 0) assertReachable(context, address);
      state.removeDevice(address);
      return NOTHING;
    },
    abortDeleteDevice: (params) => {
      deviceAt(textAt(params, 0));
      return NOTHING;
    },
    replaceDevice: (params) => {
      const old = deviceAt(textAt(params, 0));
      const fresh = deviceAt(textAt(params, 1));
      if (old.description.TYPE !== fresh.description.TYPE) throw failure('Device types do not match');
      state.registry.rename(fresh.description.ADDRESS, old.name);
      state.removeDevice(old.description.ADDRESS);
      state.announce({
        type: 'device_replaced',
        interfaceName,
        oldAddress: old.description.ADDRESS,
        newAddress: fresh.description.ADDRESS,
      });
      return bool(true);
    },
    listReplaceableDevices: (params) => {
      const { description } = deviceAt(textAt(params, 0));
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
      deviceAt(textAt(params, 0));
      assertReachable(context, textAt(params, 0));
      state.configure(textAt(params, 0), {});
      return NOTHING;
    },
    clearConfigCache: (params) => {
      deviceAt(textAt(params, 0));
      return NOTHING;
    },
    updateFirmware: (params) => {
      startFirmware(textAt(params, 0));
      return bool(true);
    },
    installFirmware: (params) => {
      startFirmware(textAt(params, 0));
      return bool(true);
    },
    refreshDeployedDeviceFirmwareList: () => NOTHING,
    rssiInfo: () => rssi(context),
    listBidcosInterfaces: () =>
      list([
        record({
          ADDRESS: text(interfaceName === 'HmIP-RF' ? sgtinOf(state.view.seededFrom.serial) : BIDCOS_MODULE),
          DESCRIPTION: text('Simulated radio module'),
          TYPE: text(interfaceName === 'HmIP-RF' ? 'HMIP_CCU2' : 'CCU2'),
          DUTY_CYCLE: int(Math.round(switches.dutyCycle)),
          ...(interfaceName === 'HmIP-RF' ? { CARRIER_SENSE: double(switches.carrierSense) } : {}),
          FIRMWARE_VERSION: text('4.4.22'),
          DEFAULT: bool(true),
          CONNECTED: bool(!(interfaceName === 'BidCos-RF' && switches.moduleGone)),
        }),
      ]),
    listTeams: () => list([]),
    setTeam: (params) => {
      describedAt(context, textAt(params, 0));
      return NOTHING;
    },
    getServiceMessages: () => {
      const told = serviceMessages(context);
      // rfd answers a value with nothing in it where there is nothing to tell.
      return told.length === 0 && interfaceName === 'BidCos-RF' ? NOTHING : list(told);
    },
    suppressServiceMessages: (params) => {
      const channelAddress = textAt(params, 0);
      const parameter = textAt(params, 1);
      describedAt(context, channelAddress);
      const on = params[2]?.type === 'boolean' && params[2].value;
      if (on) context.suppressed.set(`${channelAddress}.${parameter}`, { channelAddress, parameter });
      else context.suppressed.delete(`${channelAddress}.${parameter}`);
      return NOTHING;
    },
    getSuppressedServiceMessages: () =>
      list(
        [...context.suppressed.values()].map(({ channelAddress, parameter }) =>
          list([text(channelAddress), text(parameter)]),
        ),
      ),
  };
}

function serviceMessages({ state, interfaceName, suppressed }: InterfaceContext): readonly TypedValue[] {
  return state.messages
    .all()
    .filter(
      ({ channelAddress }) =>
        channelAddress !== undefined && state.registry.interfaceOf(channelAddress) === interfaceName,
    )
    .filter(({ channelAddress, parameter }) => !suppressed.has(`${channelAddress}.${parameter}`))
    .map(({ channelAddress = '', parameter = '' }) =>
      list([text(channelAddress), text(parameter), typed(state.store.value(channelAddress, parameter)?.value ?? true)]),
    );
}

function unknown(): never {
  throw unknownDevice();
}

export function deviceDescription(description: DeviceDescription): TypedValue {
  return typed(
    Object.fromEntries(
      Object.entries(description).filter(([, value]) => value !== undefined && value !== null),
    ) as Record<string, string>,
  );
}

const RSSI_UNKNOWN = { hmip: 128, bidcos: 65536 } as const;

/** Every device hears the gateway and is heard by it, each in its own way. */
function rssi({ state, interfaceName }: InterfaceContext): TypedValue {
  const gateway = interfaceName === 'HmIP-RF' ? '00F1C0DE0000C0' : 'BidCoS-RF';
  const unknown = interfaceName === 'HmIP-RF' ? RSSI_UNKNOWN.hmip : RSSI_UNKNOWN.bidcos;
  const table: Record<string, Record<string, TypedValue>> = { [gateway]: {} };
  for (const device of state.registry.all(interfaceName)) {
    const address = device.description.ADDRESS;
    if (address === gateway || ((device.description.FLAGS ?? 0) & 8) !== 0) continue;
    const maintenance = `${address}:0`;
    const readable = ((state.describe(maintenance).RSSI_DEVICE?.OPERATIONS ?? 0) & OPERATION.read) !== 0;
    const heard = (parameter: string) =>
      Number((readable && state.store.value(maintenance, parameter)?.value) || unknown);
    table[address] = { [gateway]: list([int(heard('RSSI_DEVICE')), int(heard('RSSI_PEER'))]) };
    (table[gateway] as Record<string, TypedValue>)[address] = list([
      int(heard('RSSI_PEER')),
      int(heard('RSSI_DEVICE')),
    ]);
  }
  // rfd has an empty value for an empty table.
  if (interfaceName === 'BidCos-RF' && Object.keys(table).length === 1) return NOTHING;
  return record(Object.fromEntries(Object.entries(table).map(([address, peers]) => [address, record(peers)])));
}
