import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { describe, expect, it } from 'vitest';
import {
  connectionState,
  described,
  loaded,
  NOON,
  parameter,
  readyHouse,
  SMALL_HOUSE,
  SWITCH,
  value,
} from '../test/house.js';
import { createHouseModel, type HouseModel } from './index.js';

/** A gateway that has been started again: devices from its cache, no CCU yet. */
function restarted(before: HouseModel): HouseModel {
  const house = createHouseModel({ now: () => NOON });
  house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
  house.memory.restoreChannelFlags('ccu1', before.memory.channelFlags('ccu1'));
  house.apply(described(SMALL_HOUSE, { source: 'CACHE' }));
  house.memory.restoreValues('ccu1', before.memory.values('ccu1'));
  return house;
}

const state = (house: HouseModel) => house.dataPoint({ address: SWITCH, channel: 4, parameter: 'STATE' });

describe('after a restart', () => {
  it('values are shown as remembered, and only differences are published', () => {
    const { house: before } = readyHouse();
    before.apply(value(`${SWITCH}:4`, 'STATE', true));
    before.apply(value(`${SWITCH}:7`, 'POWER', 5));
    const house = restarted(before);
    expect(state(house)).toMatchObject({
      value: { value: true, source: 'cache', modified_at: '2026-01-01T12:00:00.000Z' },
    });
    expect(house.customDataPoint(SWITCH, 'STATE')).toMatchObject({ value: { state: { is_on: true } } });
    expect(house.device(SWITCH)).toMatchObject({ value: { available: false } });

    house.apply(connectionState('loading'));
    house.apply(described(SMALL_HOUSE, { source: 'REFRESH' }));
    const events = house.apply(
      loaded([
        [`${SWITCH}:4`, 'STATE', false],
        [`${SWITCH}:7`, 'POWER', 5],
        [`${SWITCH}:3`, 'STATE', false],
      ]),
    );
    expect(events).toMatchObject([{ kind: 'change', payload: { channel: 4, value: false, previous: true } }]);
    house.apply(connectionState('connected'));
    expect(state(house)).toMatchObject({ value: { value: false, source: 'live' } });
  });

  it('a remembered value never replaces one that was heard since', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    const remembered = { channelAddress: `${SWITCH}:4`, parameter: 'STATE', value: false, setAt: 0 };
    house.memory.restoreValues('ccu1', [{ interfaceName: 'HmIP-RF', ...remembered }]);
    expect(state(house)).toMatchObject({ value: { value: true, source: 'live' } });
    house.memory.restoreValues('elsewhere', []);
    expect(house.memory.values('elsewhere')).toEqual([]);
  });

  it('a change is returned once, for storage, and a remembered value never', () => {
    const { house: before } = readyHouse();
    before.memory.changedValues('ccu1');
    before.apply(value(`${SWITCH}:4`, 'STATE', true));
    const told = before.memory.changedValues('ccu1');
    expect(told).toEqual([
      { interfaceName: 'HmIP-RF', channelAddress: `${SWITCH}:4`, parameter: 'STATE', value: true, setAt: NOON },
    ]);
    before.apply(value(`${SWITCH}:4`, 'STATE', true));
    expect(before.memory.changedValues('ccu1')).toEqual([]);
    expect(restarted(before).memory.changedValues('ccu1')).toEqual([]);
    expect(before.memory.changedValues('elsewhere')).toEqual([]);
  });

  it('a default from the CCU is tagged, until the device reports it or another value was remembered', () => {
    const values = { STATE: parameter('BOOL', 7, { DEFAULT: 0 }) };
    const receiver = { type: 'SWITCH_VIRTUAL_RECEIVER', values };
    const specs = [{ address: SWITCH, type: 'HmIP-BSM', channels: [{ type: 'MAINTENANCE' }, receiver, receiver] }];
    const { house } = readyHouse({ specs });
    const told = () =>
      house.memory
        .changedValues('ccu1')
        .map(({ parameter: name, channelAddress, value: is, onlyDefault }) => [
          `${channelAddress}.${name}`,
          is,
          onlyDefault,
        ]);
    told();
    house.apply(
      loaded([
        [`${SWITCH}:1`, 'STATE', true],
        [`${SWITCH}:2`, 'STATE', false],
      ]),
    );
    expect(told()).toEqual([
      [`${SWITCH}:1.STATE`, true, undefined],
      [`${SWITCH}:2.STATE`, false, true],
    ]);
    const remembered = { channelAddress: `${SWITCH}:2`, parameter: 'STATE', value: false, setAt: 0 };
    house.memory.restoreValues('ccu1', [{ interfaceName: 'HmIP-RF', ...remembered }]);
    expect(told()).toEqual([]);
    house.memory.restoreValues('ccu1', [{ interfaceName: 'HmIP-RF', ...remembered, value: true }]);
    expect(told()).toEqual([[`${SWITCH}:2.STATE`, false, undefined]]);

    const { house: other } = readyHouse({ specs });
    other.apply(loaded([[`${SWITCH}:2`, 'STATE', false]]));
    other.memory.changedValues('ccu1');
    other.apply(value(`${SWITCH}:2`, 'STATE', false));
    expect(other.memory.changedValues('ccu1')).toMatchObject([{ parameter: 'STATE', value: false }]);
    other.apply(value(`${SWITCH}:2`, 'STATE', false));
    expect(other.memory.changedValues('ccu1')).toEqual([]);
  });

  it('channels that were locked or hidden still are', () => {
    const { house: before } = readyHouse();
    before.setChannelFlags({ address: SWITCH, channel: 4 }, { locked: true, hidden: true });
    const house = restarted(before);
    expect(house.channelFlags({ address: SWITCH, channel: 4 })).toEqual({
      ok: true,
      value: { locked: true, hidden: true },
    });
    expect(house.channel({ address: SWITCH, channel: 4 })).toMatchObject({ value: { locked: true, hidden: true } });
    expect(state(house)).toMatchObject({ value: { usage: 'no_create' } });
    expect(house.setChannelFlags({ address: SWITCH, channel: 4 }, { locked: false, hidden: false })).toMatchObject({
      ok: true,
    });
    expect(house.memory.channelFlags('ccu1')).toEqual([]);
  });
});

describe('many data points at once', () => {
  it('come with their own errors', () => {
    const { house } = readyHouse();
    house.apply(value(`${SWITCH}:4`, 'STATE', true));
    house.setChannelFlags({ address: SWITCH, channel: 5 }, { hidden: true });
    const ask = (address: string, channel: number, parameter: string) => ({ address, channel, parameter });
    const found = house.readBatch([
      ask(SWITCH, 4, 'STATE'),
      ask(SWITCH, 5, 'STATE'),
      ask(SWITCH, 3, 'PROCESS'),
      ask(SWITCH, 4, 'NOPE'),
      ask(SWITCH, 99, 'STATE'),
      ask('0001D3C99CFFFF', 1, 'STATE'),
    ]);
    expect(found[0]).toMatchObject({ address: SWITCH, channel: 4, parameter: 'STATE', summary: { value: true } });
    expect(found.map((each) => each.error)).toEqual([
      undefined,
      'parameter hidden',
      'parameter hidden',
      'parameter not found',
      'channel not found',
      'device not found',
    ]);
  });
});
