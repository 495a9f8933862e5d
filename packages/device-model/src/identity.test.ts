import type { CcuEvent, ConnectionState } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { describe, expect, it } from 'vitest';
import { described, parameter, typesOf } from '../test/house.js';
import { createHouseModel, type HouseModel } from './index.js';

const AT = Date.UTC(2026, 0, 1);
const PROGRAM = {
  id: 1201,
  name: 'Licht aus',
  description: '',
  active: true,
  internal: false,
  visible: true,
  lastExecutedAt: 0,
} as const;

function link(state: ConnectionState): CcuEvent {
  const status = { central: 'ccu1', interfaceName: 'HmIP-RF', state, connected: state === 'connected' } as const;
  return { type: 'link_state', central: 'ccu1', interfaceName: 'HmIP-RF', at: AT, status, previous: 'loading' };
}

function loaded(ids?: 'awaited' | 'name'): HouseModel {
  const house = createHouseModel({ now: () => AT });
  house.addCentral('ccu1', { host: 'h', interfaces: [factsOf('HmIP-RF')], ids });
  house.apply(link('connected'));
  house.applyHub('ccu1', { at: AT, programs: [PROGRAM] });
  return house;
}

const idOf = (house: HouseModel) => house.programs()[0]?.unique_id;
const readiness = (house: HouseModel) => house.centrals()[0]?.readiness;

describe('ids that are made of the serial number', () => {
  it('are given out when it is known: until then the CCU is not ready', () => {
    const house = loaded('awaited');
    expect(readiness(house)).toMatchObject({ ready: false, phase: 'loading_hub', interfaces_loaded: 1 });
    const events = house.setCentralInformation('ccu1', { serial: 'NEQ0123456' });
    expect(events.map(({ type }) => type)).toEqual(['central.readiness_changed']);
    expect(readiness(house)).toMatchObject({ ready: true, phase: 'ready' });
    expect(idOf(house)).toContain('neq0123456_program');
    expect(house.settleIdentity('ccu1'), 'nothing is awaited any more').toBeUndefined();
  });

  it('are of the name for good when the serial number was given up, also when it arrives later', () => {
    const house = loaded('awaited');
    const events = house.settleIdentity('ccu1') ?? [];
    expect(events.map(({ type }) => type)).toEqual(['central.readiness_changed']);
    const before = idOf(house);
    expect(before).toContain('ccu1_program');
    house.setCentralInformation('ccu1', { serial: 'NEQ0123456' });
    expect(idOf(house)).toBe(before);
    expect(house.centrals()[0]?.serial).toBe('NEQ0123456');
  });

  it('are of the name where they were so at the last start', () => {
    const house = loaded('name');
    expect(readiness(house)).toMatchObject({ ready: true });
    house.setCentralInformation('ccu1', { serial: 'NEQ0123456' });
    expect(idOf(house)).toContain('ccu1_program');
  });
});

describe('interfaces that a CCU lists', () => {
  it('are named with the setting that would connect them, where they are not configured', () => {
    const house = loaded();
    expect(house.centrals()[0]).not.toHaveProperty('other_interfaces');
    const listed = [
      { name: 'HmIP-RF', port: 32010, generic: false },
      { name: 'CUxD', port: 8701, generic: false },
      { name: 'CCU-Jack', port: 2121, generic: true },
    ];
    house.setCentralInformation('ccu1', { listed });
    expect(house.centrals()[0]?.other_interfaces).toEqual([
      { name: 'CUxD', port: 8701, connected: false, hint: 'Add CUxD to the interfaces of ccu1 to connect it.' },
      {
        name: 'CCU-Jack',
        port: 2121,
        connected: false,
        hint: 'Add {name: CCU-Jack, port: 2121} to the interfaces of ccu1 to connect it.',
      },
    ]);
  });
});

describe('ids of a device that took the place of another one', () => {
  const [OLD, NEXT] = ['0001D3C99C00A1', '0001D3C99C00A2'] as const;
  const spec = (address: string) => ({
    address,
    type: 'HmIP-PS',
    channels: [{ type: 'MAINTENANCE', values: { UNREACH: parameter('BOOL', 5) } }],
  });

  function houseWith(address: string) {
    const house = createHouseModel({ now: () => AT });
    house.addCentral('ccu1', { host: 'h', interfaces: [factsOf('HmIP-RF')] });
    house.apply(described([spec(address)]));
    house.apply(link('connected'));
    const shown = () => {
      const [device, point] = [house.device(address), house.dataPoint({ address, channel: 0, parameter: 'UNREACH' })];
      if (!device.ok || !point.ok) throw new Error('not known');
      const { replaced, identity_address: identity } = device.value;
      return { id: point.value.unique_id, identity, replaced };
    };
    return { house, shown };
  }

  it('are those of the device before, which has the others should it come back', () => {
    const ids = [OLD, NEXT].map((address) => houseWith(address).shown().id);
    const [old, next] = [houseWith(OLD), houseWith(NEXT)];
    const successions = new Map([
      [NEXT, { identity: OLD, replaced: [{ address: OLD, at: AT }] }],
      [OLD, { identity: NEXT, replaced: [] }],
    ]);
    const told = next.house.setSuccessions('ccu1', successions);
    expect(told).toMatchObject([{ type: 'device.metadata_changed', payload: { device_address: NEXT } }]);
    expect(next.shown()).toEqual({
      id: ids[0],
      identity: OLD,
      replaced: [{ address: OLD, at: new Date(AT).toISOString() }],
    });
    old.house.setSuccessions('ccu1', successions);
    expect(old.shown()).toEqual({ id: ids[1], identity: NEXT, replaced: undefined });
    expect(next.house.setSuccessions('ccu1', successions), 'the same again').toEqual([]);
    expect(typesOf(next.house.setSuccessions('ccu1', new Map()))).toEqual(['device.metadata_changed']);
    expect(next.shown()).toEqual({ id: ids[1], identity: undefined, replaced: undefined });
  });
});
