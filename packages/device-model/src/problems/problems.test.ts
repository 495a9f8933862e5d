import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { InstallationProblem } from '@ccu-gateway/contract/types';
import { describe, expect, it } from 'vitest';
import { type ChannelSpec, connectionState, described, loaded, NOON, parameter, value } from '../../test/house.js';
import { createHouseModel } from '../index.js';

const flag = parameter('BOOL', 5, { FLAGS: 9 });
const BIDCOS = { interfaceName: 'BidCos-RF' } as const;
const AT = new Date(NOON).toISOString();

const maintenance: ChannelSpec = {
  type: 'MAINTENANCE',
  values: { UNREACH: flag, LOW_BAT: flag, CONFIG_PENDING: flag, SABOTAGE: flag },
};
const alarmOptions = ['IDLE_OFF', 'PRIMARY_ALARM', 'INTRUSION_ALARM', 'SECONDARY_ALARM'];
const smoke: ChannelSpec = {
  type: 'SMOKE_DETECTOR',
  values: { SMOKE_DETECTOR_ALARM_STATUS: parameter('ENUM', 5, { VALUE_LIST: alarmOptions, MIN: 0, MAX: 3 }) },
};

const device = (address: string, ...more: readonly ChannelSpec[]) => ({
  address,
  type: 'HmIP-TEST',
  channels: [maintenance, ...more],
});

/** A CCU with two devices of HmIP-RF and one of BidCos-RF, and a second CCU with a device of the same address. */
function site() {
  const house = createHouseModel({ now: () => NOON });
  for (const central of ['home', 'garage']) {
    house.addCentral(central, { host: '192.0.2.1', interfaces: [factsOf('HmIP-RF'), factsOf('BidCos-RF')] });
    for (const of of [{ central }, { central, ...BIDCOS }]) house.apply(connectionState('loading', of));
    house.apply(described([device('A'), device('B', smoke)], { central }));
    house.apply(described([device('C')], { central, ...BIDCOS }));
    for (const of of [{ central }, { central, ...BIDCOS }]) {
      house.apply(loaded([], of));
      house.apply(connectionState('connected', of));
    }
  }
  const raise = (address: string, name: string, is: boolean | number = true, central = 'home') =>
    house.apply(value(address, name, is, { central, ...(address.startsWith('C') && BIDCOS) }));
  const lose = (of: { readonly interfaceName?: 'BidCos-RF' }) =>
    house.apply(connectionState('disconnected', { central: 'home', ...of }));
  return { house, raise, lose, found: () => house.problems({ central: 'home' }) };
}

const kinds = (problems: readonly Pick<InstallationProblem, 'id' | 'kind'>[] = []) =>
  problems.map(({ id, kind }) => [id, kind]);

describe('problems of the installation', () => {
  it('are none without faults', () => {
    expect(site().house.problems()).toEqual([]);
  });

  it('are one for a CCU without any connection; its interfaces and devices follow', () => {
    const { lose, found } = site();
    lose({});
    lose(BIDCOS);
    const [only, ...others] = found();
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      id: 'central:home',
      kind: 'ccu_down',
      severity: 'critical',
      summary: 'home does not answer: 3 devices affected',
      affected_devices: 3,
      interface_ids: ['home-HmIP-RF', 'home-BidCos-RF'],
      follows_total: 5,
    });
    expect(kinds(only?.follows)).toEqual([
      ['interface:home-HmIP-RF', 'interface_down'],
      ['interface:home-BidCos-RF', 'interface_down'],
      ['home/A/UNREACH', 'device_unreachable'],
      ['home/B/UNREACH', 'device_unreachable'],
      ['home/C/UNREACH', 'device_unreachable'],
    ]);
  });

  it('are one for an interface while its CCU answers on another, and none for other CCUs', () => {
    const { house, lose } = site();
    lose({});
    const [only, ...others] = house.problems({ downSince: () => AT });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ id: 'interface:home-HmIP-RF', name: 'HmIP-RF', affected_devices: 2, since: AT });
    expect(kinds(only?.follows)).toEqual([
      ['home/A/UNREACH', 'device_unreachable'],
      ['home/B/UNREACH', 'device_unreachable'],
    ]);
  });

  it('keep a fault that a lost connection does not cause: smoke above it, a weak battery below', () => {
    const { raise, lose, found } = site();
    raise('A:0', 'LOW_BAT');
    raise('B:1', 'SMOKE_DETECTOR_ALARM_STATUS', 3);
    lose({});
    expect(kinds(found())).toEqual([
      ['smoke:home/B', 'smoke'],
      ['interface:home-HmIP-RF', 'interface_down'],
      ['home/A/LOW_BAT', 'low_battery'],
    ]);
  });

  it('know smoke by the meaning of the value: an intrusion is none', () => {
    const { raise, found } = site();
    raise('B:1', 'SMOKE_DETECTOR_ALARM_STATUS', 2);
    expect(found()).toEqual([]);
    raise('B:1', 'SMOKE_DETECTOR_ALARM_STATUS', 1);
    expect(kinds(found())).toEqual([['smoke:home/B', 'smoke']]);
  });

  it('know sabotage by the flag of HmIP and by the list of errors of BidCos', () => {
    const { house, raise, found } = site();
    const error = (words: readonly string[]) => parameter('ENUM', 5, { FLAGS: 9, VALUE_LIST: words, MIN: 0, MAX: 1 });
    const contact: ChannelSpec = { type: 'SHUTTER_CONTACT', values: { ERROR: error(['NO_ERROR', 'SABOTAGE']) } };
    const drive: ChannelSpec = { type: 'WINDOW_DRIVE', values: { ERROR: error(['NO_ERROR', 'MOTOR_ABORTED']) } };
    house.apply(
      described([device('C1', contact), device('C2', drive)], { ...BIDCOS, central: 'home', complete: false }),
    );
    raise('C1:1', 'ERROR', 1);
    raise('C2:1', 'ERROR', 1);
    raise('A:0', 'SABOTAGE');
    expect(kinds(found())).toEqual([
      ['home/A/SABOTAGE', 'sabotage'],
      ['home/C1/ERROR', 'sabotage'],
    ]);
    raise('C1:1', 'ERROR', 0);
    expect(kinds(found())).toEqual([['home/A/SABOTAGE', 'sabotage']]);
  });

  it('know water by any of its data points, once for each detector, above a lost connection', () => {
    const { house, raise, lose, found } = site();
    const water: ChannelSpec = {
      type: 'WATER_DETECTION_TRANSMITTER',
      values: { ALARMSTATE: parameter('BOOL', 5), MOISTURE_DETECTED: parameter('BOOL', 5) },
    };
    const words = ['DRY', 'WET', 'WATER'];
    const bidcos: ChannelSpec = {
      type: 'WATERDETECTIONSENSOR',
      values: { STATE: parameter('ENUM', 5, { VALUE_LIST: words, MIN: 0, MAX: 2 }) },
    };
    const gas: ChannelSpec = { type: 'GAS_DETECTOR', values: { CO_ALARM: parameter('BOOL', 5) } };
    house.apply(described([device('W', water), device('G', gas)], { central: 'home', complete: false }));
    house.apply(described([device('C3', bidcos)], { ...BIDCOS, central: 'home', complete: false }));
    raise('W:1', 'ALARMSTATE');
    raise('W:1', 'MOISTURE_DETECTED');
    raise('C3:1', 'STATE', 2);
    raise('G:1', 'CO_ALARM');
    lose({});
    expect(kinds(found())).toEqual([
      ['water:home/W', 'water'],
      ['co:home/G', 'co'],
      ['water:home/C3', 'water'],
      ['interface:home-HmIP-RF', 'interface_down'],
    ]);
  });

  it('list a device once for a value and its service message, and only for its own CCU', () => {
    const { house, raise } = site();
    raise('A:0', 'LOW_BAT');
    const message = { id: 7, name: 'HmIP-RF.A:0.LOW_BAT', address: 'A:0', parameter: 'LOW_BAT', deviceName: '<b>' };
    const more = { kind: 'sticky', counter: 1, quittable: true, firstAt: NOON, lastAt: NOON } as const;
    for (const central of ['home', 'garage']) {
      house.applyHub(central, { at: NOON, serviceMessages: [{ ...message, ...more }] });
    }
    expect(kinds(house.problems())).toEqual([
      ['home/A/LOW_BAT', 'low_battery'],
      ['garage/A/LOW_BAT', 'service_message'],
    ]);
    expect(house.problems({ central: 'garage' })[0]).toMatchObject({
      name: '<b>',
      device_address: 'A',
      interface_id: 'garage-HmIP-RF',
      message_id: '7',
      since: AT,
    });
  });

  it('put critical ones first', () => {
    const { raise, found } = site();
    raise('A:0', 'CONFIG_PENDING');
    raise('C:0', 'UNREACH');
    raise('B:0', 'SABOTAGE');
    expect(kinds(found())).toEqual([
      ['home/B/SABOTAGE', 'sabotage'],
      ['home/C/UNREACH', 'device_unreachable'],
      ['home/A/CONFIG_PENDING', 'config_pending'],
    ]);
  });

  it('list the first hundred consequences and count all of them', () => {
    const { house, lose, found } = site();
    const many = Array.from({ length: 150 }, (_, n) => device(`D${n}`));
    house.apply(described(many, { central: 'home', complete: false }));
    lose({});
    expect(found()[0]).toMatchObject({ affected_devices: 152, follows_total: 152 });
    expect(found()[0]?.follows).toHaveLength(100);
  });
});
