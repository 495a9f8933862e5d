import { describe, expect, it } from 'vitest';
import { inventedHouse } from './invented.js';
import type { ParameterDescription } from './types.js';

function isSane(key: string, parameter: ParameterDescription): boolean {
  const { TYPE, OPERATIONS, MIN, MAX, DEFAULT, SPECIAL, VALUE_LIST } = parameter;
  // rfd describes LINK parameters without any operation.
  if (!(OPERATIONS > 0) && key !== 'LINK') return false;
  switch (TYPE) {
    case 'BOOL':
    case 'ACTION':
    case 'STRING':
      return true;
    case 'ENUM':
      return (VALUE_LIST?.length ?? 0) > 1;
    case 'INTEGER':
    case 'FLOAT': {
      if (typeof MIN !== 'number' || typeof MAX !== 'number' || typeof DEFAULT !== 'number' || !(MIN < MAX))
        return false;
      return SPECIAL !== undefined || (DEFAULT >= MIN && DEFAULT <= MAX);
    }
    default:
      return false;
  }
}

describe('the default installation', () => {
  const house = inventedHouse();

  it('has about thirty devices and more of at least fifteen types, each address once', () => {
    const types = new Set(house.devices.map((device) => device.description.TYPE));
    const addresses = house.devices.map((device) => device.description.ADDRESS);
    expect(house.devices.length).toBeGreaterThanOrEqual(30);
    expect(types.size).toBeGreaterThanOrEqual(15);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('has devices on every interface of a CCU', () => {
    expect([...new Set(house.devices.map((device) => device.interfaceName))].sort()).toEqual([
      'BidCos-RF',
      'BidCos-Wired',
      'CUxD',
      'HmIP-RF',
      'VirtualDevices',
    ]);
  });

  it('describes every paramset its channels name, with sane bounds', () => {
    const wrong: string[] = [];
    for (const device of house.devices) {
      for (const channel of [device.description, ...device.channels]) {
        for (const key of channel.PARAMSETS ?? []) {
          const described = device.paramsets[channel.ADDRESS]?.[key as 'VALUES'];
          if (described === undefined) wrong.push(`${channel.ADDRESS} ${key} is not described`);
          for (const [name, parameter] of Object.entries(described ?? {})) {
            if (!isSane(key, parameter)) wrong.push(`${channel.ADDRESS} ${key} ${name} ${JSON.stringify(parameter)}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
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
