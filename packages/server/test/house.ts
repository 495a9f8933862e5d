import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel, type HouseModel } from '@ccu-gateway/device-model';

type CcuEvent = Parameters<HouseModel['apply']>[0];

/** Address of the switch with a level and a mode that the tests write to. */
export const SWITCH = '0001D3C99C0001';
/** Exists on both CCUs of `twinHouse`. */
export const TWIN = '0001D3C99C0002';

const AT = Date.UTC(2026, 0, 1, 12);

const VALUES = {
  STATE: { TYPE: 'BOOL', OPERATIONS: 7, FLAGS: 1, DEFAULT: false },
  LEVEL: { TYPE: 'FLOAT', OPERATIONS: 7, FLAGS: 1, MIN: 0, MAX: 1, UNIT: '100%' },
  MODE: { TYPE: 'ENUM', OPERATIONS: 7, FLAGS: 1, MIN: 0, MAX: 2, VALUE_LIST: ['OFF', 'SLOW', 'FAST'] },
  TEMPERATURE: { TYPE: 'FLOAT', OPERATIONS: 5, FLAGS: 1, MIN: -40, MAX: 80, UNIT: '°C' },
} as const;

function described(central: string, address: string): CcuEvent {
  const maintenance = { UNREACH: { TYPE: 'BOOL', OPERATIONS: 5, FLAGS: 9 } } as const;
  return {
    type: 'devices_described',
    central,
    interfaceName: 'HmIP-RF',
    at: AT,
    source: 'NEW',
    complete: false,
    devices: [
      {
        ADDRESS: address,
        TYPE: 'HmIP-BSM',
        PARENT: '',
        CHILDREN: [`${address}:0`, `${address}:1`],
        PARAMSETS: ['MASTER'],
        FIRMWARE: '1.2.3',
      },
      channel(address, 0, 'MAINTENANCE'),
      channel(address, 1, 'SWITCH_VIRTUAL_RECEIVER'),
    ],
    paramsets: { [`${address}:0`]: { VALUES: maintenance }, [`${address}:1`]: { VALUES } },
  };
}

function channel(address: string, index: number, type: string) {
  return {
    ADDRESS: `${address}:${index}`,
    TYPE: type,
    PARENT: address,
    PARENT_TYPE: 'HmIP-BSM',
    INDEX: index,
    PARAMSETS: ['MASTER', 'VALUES'],
  };
}

export function valueEvent(channelAddress: string, parameter: string, value: boolean | number | string): CcuEvent {
  return { type: 'value', central: 'ccu1', interfaceName: 'HmIP-RF', at: AT + 1_000, channelAddress, parameter, value };
}

/** One CCU with two switches, connected and with values. */
export function smallHouse(now: () => number = () => AT + 5_000): HouseModel {
  const house = createHouseModel({ now });
  house.addCentral('ccu1', { host: '192.168.1.10', interfaces: [factsOf('HmIP-RF')], serial: 'NEQ0123456' });
  house.apply({
    type: 'link_state',
    central: 'ccu1',
    interfaceName: 'HmIP-RF',
    at: AT,
    previous: 'loading',
    status: { central: 'ccu1', interfaceName: 'HmIP-RF', state: 'connected', connected: true, pingMs: 3 },
  });
  house.apply(described('ccu1', SWITCH));
  house.apply(described('ccu1', TWIN));
  house.apply({
    type: 'names_loaded',
    central: 'ccu1',
    at: AT,
    names: [
      { address: SWITCH, name: 'Küche <Licht> "groß"' },
      { address: TWIN, name: 'Flur' },
    ],
    rooms: [{ name: 'Küche', channelAddresses: [`${SWITCH}:1`] }],
    functions: [{ name: 'Licht', channelAddresses: [`${SWITCH}:1`] }],
  });
  house.apply(valueEvent(`${SWITCH}:1`, 'STATE', true));
  house.apply(valueEvent(`${SWITCH}:1`, 'LEVEL', 0.5));
  house.apply(valueEvent(`${SWITCH}:1`, 'MODE', 2));
  return house;
}

/** The same with a second CCU that has a device of the same address. */
export function twinHouse(): HouseModel {
  const house = smallHouse();
  house.addCentral('ccu2', { host: '192.168.1.11', interfaces: [factsOf('HmIP-RF')], serial: 'NEQ0654321' });
  house.apply(described('ccu2', TWIN));
  return house;
}
