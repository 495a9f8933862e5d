import { describe, expect, it } from 'vitest';
import { described, linkState, loaded, NOON, parameter, readyHome, SMALL_HOUSE, SWITCH, value } from '../test/house.js';
import { createHome, type Home } from './index.js';

/** A gateway that has been started again: devices from its cache, no CCU yet. */
function restarted(before: Home): Home {
  const home = createHome({ now: () => NOON });
  home.addCentral('ccu1', { host: 'ccu', interfaces: ['HmIP-RF'] });
  home.memory.restoreChannelFlags('ccu1', before.memory.channelFlags('ccu1'));
  home.apply(described(SMALL_HOUSE, { source: 'CACHE' }));
  home.memory.restoreValues('ccu1', before.memory.values('ccu1'));
  return home;
}

const state = (home: Home) => home.dataPoint({ address: SWITCH, channel: 4, parameter: 'STATE' });

describe('after a restart', () => {
  it('values are shown as remembered, and only what is different now is published', () => {
    const { home: before } = readyHome();
    before.apply(value(`${SWITCH}:4`, 'STATE', true));
    before.apply(value(`${SWITCH}:7`, 'POWER', 5));
    const home = restarted(before);
    expect(state(home)).toMatchObject({
      value: { value: true, source: 'cache', modified_at: '2026-01-01T12:00:00.000Z' },
    });
    expect(home.customDataPoint(SWITCH, 'STATE')).toMatchObject({ value: { state: { is_on: true } } });
    expect(home.device(SWITCH)).toMatchObject({ value: { available: false } });

    home.apply(linkState('loading'));
    home.apply(described(SMALL_HOUSE, { source: 'REFRESH' }));
    const events = home.apply(
      loaded([
        [`${SWITCH}:4`, 'STATE', false],
        [`${SWITCH}:7`, 'POWER', 5],
        [`${SWITCH}:3`, 'STATE', false],
      ]),
    );
    expect(events).toMatchObject([{ kind: 'change', payload: { channel: 4, value: false, previous: true } }]);
    home.apply(linkState('connected'));
    expect(state(home)).toMatchObject({ value: { value: false, source: 'live' } });
  });

  it('a remembered value never replaces one that was heard since', () => {
    const { home } = readyHome();
    home.apply(value(`${SWITCH}:4`, 'STATE', true));
    const remembered = { channelAddress: `${SWITCH}:4`, parameter: 'STATE', value: false, setAt: 0 };
    home.memory.restoreValues('ccu1', [{ interfaceName: 'HmIP-RF', ...remembered }]);
    expect(state(home)).toMatchObject({ value: { value: true, source: 'live' } });
    home.memory.restoreValues('elsewhere', []);
    expect(home.memory.values('elsewhere')).toEqual([]);
  });

  it('what changed is told once, to be written down, and never what was only remembered', () => {
    const { home: before } = readyHome();
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

  it('a default that the CCU answers is marked, until the device says it or something else was remembered', () => {
    const values = { STATE: parameter('BOOL', 7, { DEFAULT: 0 }) };
    const receiver = { type: 'SWITCH_VIRTUAL_RECEIVER', values };
    const specs = [{ address: SWITCH, type: 'HmIP-BSM', channels: [{ type: 'MAINTENANCE' }, receiver, receiver] }];
    const { home } = readyHome({ specs });
    const told = () =>
      home.memory
        .changedValues('ccu1')
        .map(({ parameter: name, channelAddress, value: is, onlyDefault }) => [
          `${channelAddress}.${name}`,
          is,
          onlyDefault,
        ]);
    told();
    home.apply(
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
    home.memory.restoreValues('ccu1', [{ interfaceName: 'HmIP-RF', ...remembered }]);
    expect(told()).toEqual([]);
    home.memory.restoreValues('ccu1', [{ interfaceName: 'HmIP-RF', ...remembered, value: true }]);
    expect(told()).toEqual([[`${SWITCH}:2.STATE`, false, undefined]]);

    const { home: other } = readyHome({ specs });
    other.apply(loaded([[`${SWITCH}:2`, 'STATE', false]]));
    other.memory.changedValues('ccu1');
    other.apply(value(`${SWITCH}:2`, 'STATE', false));
    expect(other.memory.changedValues('ccu1')).toMatchObject([{ parameter: 'STATE', value: false }]);
    other.apply(value(`${SWITCH}:2`, 'STATE', false));
    expect(other.memory.changedValues('ccu1')).toEqual([]);
  });

  it('channels that were locked or hidden still are', () => {
    const { home: before } = readyHome();
    before.setChannelFlags({ address: SWITCH, channel: 4 }, { locked: true, hidden: true });
    const home = restarted(before);
    expect(home.channelFlags({ address: SWITCH, channel: 4 })).toEqual({
      ok: true,
      value: { locked: true, hidden: true },
    });
    expect(home.channel({ address: SWITCH, channel: 4 })).toMatchObject({ value: { locked: true, hidden: true } });
    expect(state(home)).toMatchObject({ value: { usage: 'no_create' } });
    expect(home.setChannelFlags({ address: SWITCH, channel: 4 }, { locked: false, hidden: false })).toMatchObject({
      ok: true,
    });
    expect(home.memory.channelFlags('ccu1')).toEqual([]);
  });
});

describe('many data points at once', () => {
  it('come with what is wrong where something is', () => {
    const { home } = readyHome();
    home.apply(value(`${SWITCH}:4`, 'STATE', true));
    home.setChannelFlags({ address: SWITCH, channel: 5 }, { hidden: true });
    const ask = (address: string, channel: number, parameter: string) => ({ address, channel, parameter });
    const found = home.readBatch([
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
