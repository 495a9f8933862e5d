import { describe, expect, it } from 'vitest';
import { boundsOf } from '../src/discovery/bounds.js';
import { hubDiscoveryOf } from '../src/discovery/hub.js';
import { measureOf } from '../src/discovery/measure.js';
import type { Component } from '../src/discovery/message.js';
import { createTopics } from '../src/topics/tree.js';
import { commandOf } from '../src/tree/command.js';
import { type HubViewOf, hubMessages } from '../src/tree/hub.js';
import { createNaming } from '../src/tree/naming.js';
import { commandsOf, refusedMeasure, refusedStates, statesOf } from './home-assistant.js';
import { COUNTED, central, sysvar, VIEW } from './hub-view.js';

const tree = { topics: createTopics('ccu'), naming: createNaming('address', []), style: 'json' as const };

function componentsOf(view: HubViewOf): readonly Component[] {
  const message = hubDiscoveryOf(view, { prefix: 'homeassistant', qos: 1, isWanted: () => true, tree });
  return Object.values(message?.payload.cmps ?? {});
}

const payloadsOf = (view: HubViewOf) =>
  new Map(hubMessages(view, 7, tree).map(({ topic, payload }) => [topic, JSON.parse(payload) as unknown]));

const stateOf = (view: HubViewOf, component: Component) => Object.values(statesOf(component, payloadsOf(view)));

describe('templates of a CCU itself', () => {
  it('render the published values', () => {
    const payloads = payloadsOf(VIEW);
    const said = componentsOf(VIEW).map((component) => {
      const isMissing = /VirtualDevices|last event/.test(String(component.name));
      const refused = refusedStates(component, statesOf(component, payloads), !isMissing);
      expect([component.name, refused]).toEqual([component.name, {}]);
      return [component.name, ...stateOf(VIEW, component)];
    });
    expect(said).toEqual([
      ['Good "night"'],
      ['Away', 'on'],
      ['Alarm zone', 'off'],
      ['Mode "x"', 'away "for long"'],
      ['Greeting', 'Hello "you" \\ there'],
      ['Target', '21.5'],
      ['Counter', '1234.25'],
      ['Level', '0'],
      ['HmIP-RF', 'on'],
      ['Duty cycle HmIP-RF', '12'],
      ['Carrier sense HmIP-RF', '3'],
      ['VirtualDevices', 'off'],
      ['Duty cycle VirtualDevices', 'None'],
      ['Carrier sense VirtualDevices', 'None'],
      ['Problems', '1'],
      ['Service messages', '2'],
      ['Alarm messages', '0'],
      ['Inbox', '1'],
      ['Install mode home-HmIP-RF', 'off'],
      ['System health', '97.5'],
      ['Latency', '12'],
      ['Age of the last event', 'None'],
      ['Firmware', '{"installed_version":"3.75.7","latest_version":"3.77.1"}'],
    ]);
  });

  it('count a lost connection once, with the number of its devices', () => {
    expect(payloadsOf(VIEW).get('ccu/home/hub/problems')).toEqual({
      count: 1,
      critical: 1,
      problems: [
        {
          kind: 'interface_down',
          severity: 'critical',
          summary: 'V of home has no connection: 2 devices affected',
          affected_devices: 2,
        },
      ],
      seq: 7,
    });
  });

  it('take the firmware of now where no newer one is known', () => {
    const update = { central, observed: true, update_available: false, in_progress: false, current_firmware: '3.75.7' };
    const view: HubViewOf = { ...VIEW, update };
    const [firmware] = componentsOf(view).filter(({ p }) => p === 'update');
    expect(firmware && stateOf(view, firmware)).toEqual(['{"installed_version":"3.75.7","latest_version":"3.75.7"}']);
  });

  it('make commands that the bridge reads as the chosen value', () => {
    const made = componentsOf(VIEW).flatMap((component) =>
      commandsOf(component).map(([topic, payload]) => {
        const read = tree.topics.read(topic);
        return read && commandOf(read, Buffer.from(payload));
      }),
    );
    const written = (name: string, ...values: readonly unknown[]) =>
      values.map((value) => ({ kind: 'sysvar', central, name, value }));
    expect(made).toEqual([
      { kind: 'program', central, program: '1234' },
      ...written('Away', true, false),
      ...written('Mode "x"', 'at home', 'away "for long"', 'on the road'),
      ...written('Greeting', 'a "b" \\ c'),
      ...written('Target', 5, 30),
      ...written('Counter', -1e9, 1e9),
      ...written('Level', -2_147_483_647, 2_147_483_647),
    ]);
  });
});

describe('variables that the CCU counts by itself', () => {
  const sensors = componentsOf(COUNTED).filter(({ state_topic }) => /\/sysvar\//.test(String(state_topic)));

  it('are read-only sensors with readable names', () => {
    expect(sensors.flatMap(commandsOf)).toEqual([]);
    expect(sensors.map(({ p, name }) => `${p} ${name}`)).toEqual([
      'sensor Energy counter Washing machine',
      'sensor Energy fed in Washing machine',
      'sensor Gas counter NEQ1234567:1',
      'sensor Energy counter IEC NEQ1234567:2',
      'sensor Water counter 002E1A49AABBCC:1',
      'sensor Rain counter 000A9D89A1B2C3:1',
      'sensor Rain counter today 000A9D89A1B2C3:1',
      'sensor Rain counter yesterday 000A9D89A1B2C3:1',
      'sensor Sunshine counter today 000A9D89A1B2C3:1',
      'sensor Energy counter before Washing machine',
      'sensor Energy counter at reset Washing machine',
      'sensor Number of service messages',
      'sensor Rain today',
      'sensor Number of alarm messages',
      'sensor made by an add-on',
    ]);
  });

  it('have a class, a unit and a kind of counting that Home Assistant takes', () => {
    expect(sensors.flatMap(refusedMeasure)).toEqual([]);
    const measures = sensors.map(({ device_class, unit_of_measurement: unit, state_class }) =>
      [device_class, unit, state_class].join(' '),
    );
    expect(measures).toEqual([
      'energy Wh total_increasing',
      'energy Wh total_increasing',
      'gas m³ total_increasing',
      'energy kWh total_increasing',
      'water L total_increasing',
      'precipitation mm total_increasing',
      'precipitation mm total_increasing',
      'precipitation mm measurement',
      'duration min total_increasing',
      'energy Wh ',
      'energy Wh ',
      '  measurement',
      'precipitation mm total_increasing',
      '  measurement',
      ' km ',
    ]);
  });

  it('are shown at once where people read them, and their helpers are not', () => {
    const shown = sensors.filter(({ enabled_by_default }) => enabled_by_default !== false);
    expect(shown).toHaveLength(10);
  });

  it('are distinguished from variables of users, with any names of these', () => {
    const sysvars = ['Energy', 'svEnergyCounter', 'svEnergyCounter_kitchen', 'my svCounter_1'].map((name) =>
      sysvar(name, 'FLOAT', 1),
    );
    const numbers = componentsOf({ ...COUNTED, sysvars }).filter(({ p }) => p === 'number');
    expect(numbers.map(({ name }) => name)).toEqual(sysvars.map(({ name }) => name));
  });
});

describe('a measured value', () => {
  it.each([
    ['WATER_VOLUME', 'l', 'water L total_increasing'],
    ['WATER_VOLUME', undefined, 'water L total_increasing'],
    ['WATER_VOLUME_SINCE_OPEN', 'm3', 'water m³ total_increasing'],
    ['WATER_FLOW', 'l/min', 'volume_flow_rate L/min measurement'],
    ['GAS_VOLUME', 'm³', 'gas m³ total_increasing'],
    ['GAS_FLOW', 'm³/h', 'volume_flow_rate m³/h measurement'],
    ['RAIN_COUNTER', 'mm', 'precipitation mm total_increasing'],
    ['SUNSHINEDURATION', undefined, 'duration min total_increasing'],
    ['ENERGY_COUNTER', 'Wh', 'energy Wh total_increasing'],
    ['GAS_VOLUME', 'kWh', ' kWh total_increasing'],
    ['HUMIDITY', 'g', ' g measurement'],
    ['constructor', 'constructor', ' constructor measurement'],
    ['LEVEL', undefined, '  measurement'],
  ])('%s in %s is valid for Home Assistant', (parameter, unit, expected) => {
    const measure = measureOf(parameter, unit);
    expect(refusedMeasure({ p: 'sensor', ...measure })).toEqual([]);
    expect([measure.device_class, measure.unit_of_measurement, measure.state_class].join(' ')).toBe(expected);
  });
});

describe('bounds of a number', () => {
  it('are those of the CCU, and always two that Home Assistant takes', () => {
    expect(boundsOf({ isWhole: false, min: 4.5, max: 30.5 })).toEqual({ min: 4.5, max: 30.5 });
    expect(boundsOf({ isWhole: false })).toEqual({ min: -1e9, max: 1e9 });
    expect(boundsOf({ isWhole: true, min: 0 })).toEqual({ min: 0, max: 2_147_483_647 });
    expect(boundsOf({ isWhole: true, max: -5 })).toEqual({ min: -2_147_483_647, max: -5 });
    expect(boundsOf({ isWhole: false, min: 0, max: 0 })).toEqual({ min: -1e9, max: 1e9 });
    expect(boundsOf({ isWhole: false, min: 2e9 }).max).toBeGreaterThan(2e9);
  });
});
