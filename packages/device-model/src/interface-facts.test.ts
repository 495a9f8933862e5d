import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { describe, expect, it } from 'vitest';
import { createHouseModel } from './house/create-house-model.js';

const AT = { central: 'ccu1', interfaceName: 'Invented', at: 1 } as const;

/** A model with one interface of a non-existent name, and the facts of another. */
function houseWith(facts: ReturnType<typeof factsOf>) {
  const home = createHouseModel({ now: () => 1 });
  home.addCentral('ccu1', { host: 'h', interfaces: [{ ...facts, name: AT.interfaceName }] });
  home.apply({
    ...AT,
    type: 'devices_described',
    source: 'NEW',
    complete: true,
    devices: [
      {
        ADDRESS: 'ABC0000001',
        TYPE: 'HmIPW-DRS8',
        FIRMWARE: '1.0',
        AVAILABLE_FIRMWARE: '2.0',
        FIRMWARE_UPDATE_STATE: 'DELIVER_FIRMWARE_IMAGE',
      },
    ],
    paramsets: {},
  });
  return home;
}

describe('the feature set of a device and its interface', () => {
  it('follows from the facts of the interface, not from its name', () => {
    const home = houseWith(factsOf('HmIP-RF'));
    expect(home.devices()[0]).toMatchObject({
      interface: 'Invented',
      manufacturer: 'eQ-3',
      product_group: 'HmIP-Wired',
      master_pushes_config_pending: true,
      config_restore_supported: true,
      communication_test_supported: true,
      update_status: 'up_to_date',
    });
    expect(home.installModes()).toHaveLength(1);
    expect(home.centralLinks.find('ABC0000001', {})).toMatchObject({ value: { reason: 'no_keys' } });
  });

  it('is nothing where the facts say nothing', () => {
    const home = houseWith(factsOf('CUxD'));
    const [device] = home.devices();
    expect(device).toMatchObject({
      product_group: 'unknown',
      master_pushes_config_pending: false,
      config_restore_supported: false,
      communication_test_supported: false,
      update_status: 'update_available',
    });
    expect(device?.manufacturer).toBeUndefined();
    expect(home.installModes()).toEqual([]);
    expect(home.centralLinks.find('ABC0000001', {})).toMatchObject({ value: { reason: 'interface_unsupported' } });
  });
});
