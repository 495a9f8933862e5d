import type { InterfaceName } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { type DeviceSpec, parameter, REMOTE, readyHouse, SWITCH } from '../../test/house.js';

const presses = { PRESS_SHORT: parameter('ACTION', 4), PRESS_LONG: parameter('ACTION', 4) };
const key = { type: 'KEY_TRANSCEIVER', values: presses };
const remote = (type: string, address = '0001D3C99C0021'): DeviceSpec => ({
  address,
  type,
  channels: [{ type: 'MAINTENANCE' }, key, key],
});
const find = (spec: DeviceSpec, interfaceName: InterfaceName = 'HmIP-RF') => {
  const found = readyHouse({ specs: [spec], interfaceName }).house.centralLinks.find(spec.address);
  return found.ok ? found.value : found;
};

describe('keys that can be linked with the CCU', () => {
  it('are found on actors as on remotes', () => {
    const { house } = readyHouse();
    expect(house.centralLinks.find(SWITCH)).toMatchObject({
      value: {
        central: 'ccu1',
        interfaceName: 'HmIP-RF',
        channels: [
          { address: `${SWITCH}:1`, number: 1, parameter: 'PRESS_SHORT' },
          { address: `${SWITCH}:2`, number: 2, parameter: 'PRESS_SHORT' },
        ],
      },
    });
    expect(house.centralLinks.find('0001D3C99CFFFF')).toMatchObject({ ok: false, what: 'device' });
  });

  it.each([
    ['HmIP-WRC2', 'HmIP-RF', undefined],
    ['HM-PB-2-WM55', 'BidCos-RF', undefined],
    ['HMW-IO-12-SW14-DR', 'BidCos-Wired', undefined],
    ['HM-PB-2-WM', 'CUxD', 'interface_unsupported'],
    ['HmIP-HEATING', 'VirtualDevices', 'interface_unsupported'],
    ['HMIP-PS', 'HmIP-RF', 'no_keys'],
  ] as const)('are there for %s on %s, or the reason why not', (type, interfaceName, reason) => {
    const found = find(remote(type), interfaceName);
    expect(found).toMatchObject(
      reason === undefined
        ? { channels: [{ number: 1 }, { number: 2 }], others: 1 }
        : { reason, channels: [], others: 3 },
    );
  });

  it('are none of the virtual remotes, which are a part of the CCU', () => {
    for (const [address, interfaceName] of [
      ['HmIP-RCV-1', 'HmIP-RF'],
      ['BidCoS-RF', 'BidCos-RF'],
    ] as const) {
      expect(find(remote('HM-RCV-50', address), interfaceName)).toMatchObject({ reason: 'virtual_remote' });
    }
  });

  it('are those that work as keys, where an input can be something else', () => {
    const modes = { TYPE: 'ENUM', OPERATIONS: 3, VALUE_LIST: ['NORMALLY_CLOSE', 'KEY_BEHAVIOR'] } as const;
    const input = (mode: string) => ({
      type: 'MULTI_MODE_INPUT_TRANSMITTER',
      values: presses,
      master: { CHANNEL_OPERATION_MODE: { ...modes, DEFAULT: mode } },
    });
    const spec = { ...remote('HmIP-FCI6'), channels: [input('KEY_BEHAVIOR'), input('NORMALLY_CLOSE')] };
    expect(find(spec)).toMatchObject({ channels: [{ number: 0 }] });
  });

  it('are used by their long press where they have no short one', () => {
    const dial = { type: 'KEY_TRANSCEIVER', values: { PRESS_LONG: parameter('ACTION', 4) } };
    expect(find({ ...remote('HmIP-WRCR'), channels: [{ type: 'MAINTENANCE' }, dial] })).toMatchObject({
      channels: [{ parameter: 'PRESS_LONG' }],
    });
  });

  it('say nothing without that link on HmIP only', () => {
    const { house } = readyHouse();
    const devices = house.centralLinks.silentKeys({ central: 'ccu1' }).map(({ address }) => address);
    expect(devices).toEqual([SWITCH, REMOTE]);
    expect(house.centralLinks.silentKeys({ central: 'ccu1', interfaceName: 'BidCos-RF' })).toEqual([]);
    const classic = readyHouse({ specs: [remote('HM-RC-4')], interfaceName: 'BidCos-RF' }).house;
    expect(classic.centralLinks.silentKeys({})).toEqual([]);
  });
});

describe('links with the CCU to be changed', () => {
  const { house } = readyHouse();
  const plan = (address: string, channel?: string) => house.centralLinks.plan(address, channel);

  it('are those of all keys of a device, or of one', () => {
    expect(plan(SWITCH)).toMatchObject({ ok: true, links: { channels: [{ number: 1 }, { number: 2 }], others: 6 } });
    expect(plan(SWITCH, `${SWITCH}:2`)).toMatchObject({ ok: true, links: { channels: [{ number: 2 }], others: 0 } });
  });

  it('are refused with the reason', () => {
    expect(plan(SWITCH, `${SWITCH}:3`)).toMatchObject({ code: 'unsupported', message: expect.stringContaining(':3') });
    expect(plan(SWITCH, `${SWITCH}:99`)).toMatchObject({ code: 'not_found', what: 'channel' });
    expect(plan(SWITCH, `${REMOTE}:1`)).toMatchObject({ code: 'not_found', what: 'channel' });
    expect(plan(SWITCH, SWITCH)).toMatchObject({ code: 'not_found', what: 'channel' });
    expect(plan('0001D3C99CFFFF')).toMatchObject({ code: 'not_found', what: 'device' });
    const group = readyHouse({ specs: [remote('HmIP-HEATING')], interfaceName: 'VirtualDevices' }).house;
    expect(group.centralLinks.plan('0001D3C99C0021', undefined)).toMatchObject({
      code: 'unsupported',
      message: 'devices of VirtualDevices have no links with the CCU',
    });
  });
});
