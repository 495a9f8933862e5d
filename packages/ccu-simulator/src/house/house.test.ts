import { describe, expect, it } from 'vitest';
import { inventedHouse } from './invented.js';

describe('the invented house', () => {
  const house = inventedHouse();

  it('has about thirty devices and more of at least fifteen types, each address once', () => {
    const types = new Set(house.devices.map((device) => device.description.TYPE));
    const addresses = house.devices.map((device) => device.description.ADDRESS);
    expect(house.devices.length).toBeGreaterThanOrEqual(30);
    expect(types.size).toBeGreaterThanOrEqual(15);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('stands on every interface a CCU has', () => {
    expect([...new Set(house.devices.map((device) => device.interfaceName))].sort()).toEqual([
      'BidCos-RF',
      'BidCos-Wired',
      'CUxD',
      'HmIP-RF',
      'VirtualDevices',
    ]);
  });

  it('describes every paramset its channels name, with sane bounds', () => {
    for (const device of house.devices) {
      for (const channel of [device.description, ...device.channels]) {
        for (const key of channel.PARAMSETS ?? []) {
          const described = device.paramsets[channel.ADDRESS]?.[key as 'VALUES'];
          expect(described, `${channel.ADDRESS} ${key}`).toBeDefined();
          for (const [name, parameter] of Object.entries(described ?? {})) {
            const place = `${channel.ADDRESS} ${key} ${name}`;
            expect(parameter.OPERATIONS, place).toBeGreaterThan(0);
            expect(['BOOL', 'ACTION', 'INTEGER', 'FLOAT', 'ENUM', 'STRING'], place).toContain(parameter.TYPE);
            if (parameter.TYPE === 'INTEGER' || parameter.TYPE === 'FLOAT') {
              const { MIN, MAX, DEFAULT, SPECIAL } = parameter;
              expect(MIN, place).toBeTypeOf('number');
              expect(MAX as number, place).toBeGreaterThan(MIN as number);
              if (SPECIAL === undefined) {
                expect(DEFAULT as number, place).toBeGreaterThanOrEqual(MIN as number);
                expect(DEFAULT as number, place).toBeLessThanOrEqual(MAX as number);
              }
            }
            if (parameter.TYPE === 'ENUM') expect(parameter.VALUE_LIST?.length, place).toBeGreaterThan(1);
          }
        }
      }
    }
  });

  it('starts only with values that are described', () => {
    for (const device of house.devices) {
      for (const [address, values] of Object.entries(device.values ?? {})) {
        for (const name of Object.keys(values)) {
          expect(device.paramsets[address]?.VALUES?.[name], `${address} ${name}`).toBeDefined();
        }
      }
    }
  });

  it('puts only existing channels into rooms, functions, links and programs', () => {
    const channels = new Set(house.devices.flatMap((device) => device.channels.map((channel) => channel.ADDRESS)));
    const named = [
      ...[...house.rooms, ...house.functions].flatMap((group) => group.channelAddresses),
      ...house.links.flatMap((link) => [link.sender, link.receiver]),
      ...house.programs.flatMap((program) =>
        (program.actions ?? []).flatMap((action) => (action.kind === 'channel' ? [action.channelAddress] : [])),
      ),
    ];
    expect(named.filter((address) => !channels.has(address))).toEqual([]);
  });

  it('has names with umlauts and quotes, all of them in Latin-1', () => {
    const names = house.devices.map((device) => device.name);
    expect(names.some((name) => /[äöüß]/.test(name))).toBe(true);
    expect(names.some((name) => name.includes('"'))).toBe(true);
    expect(names.filter((name) => [...name].some((letter) => letter.charCodeAt(0) > 0xff))).toEqual([]);
  });
});
