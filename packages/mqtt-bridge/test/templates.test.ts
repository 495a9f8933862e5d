import type { DataPointSummary } from '@ccu-gateway/contract/types';
import type { DeviceView } from '@ccu-gateway/gateway-core';
import { describe, expect, it } from 'vitest';
import type { HouseModel } from '../../device-model/src/index.js';
import { hasData, realHouse } from '../../device-model/test/real-devices.js';
import { viewsOf } from '../../matter-bridge/test/house.js';
import { discoveryOf } from '../src/discovery/index.js';
import { createTopics } from '../src/topics/tree.js';
import { deviceMessages } from '../src/tree/device.js';
import { createNaming } from '../src/tree/naming.js';
import { membersIn, valueIn } from '../src/tree/payload.js';
import { commandsOf, refusedMeasure, refusedStates, render, statesOf } from './home-assistant.js';

const tree = { topics: createTopics('ccu'), naming: createNaming('address', []), style: 'json' as const };

/** Houses by how large the values are that were told. */
const HOUSES = {
  largest: () => told(realHouse(), 'max'),
  smallest: () => told(realHouse(), 'min'),
  silent: realHouse,
} as const;

/** A house in which each value was told once. */
function told(house: HouseModel, extreme: 'min' | 'max'): HouseModel {
  for (const { device, dataPoints } of viewsOf(house)) {
    const { central = '', interface: interfaceName, address } = device;
    const from = { central, interfaceName: interfaceName as 'HmIP-RF', at: 1, type: 'value' } as const;
    for (const [channel, points] of dataPoints) {
      const channelAddress = channel === -1 ? address : `${address}:${channel}`;
      for (const point of points) {
        if (!point.operations.event && !point.operations.read) continue;
        house.apply({ ...from, channelAddress, parameter: point.parameter, value: extremeOf(point, extreme) });
      }
    }
  }
  return house;
}

function extremeOf(point: DataPointSummary, extreme: 'min' | 'max'): boolean | number | string {
  const { parameter, type, value_list = [] } = point;
  if (type === 'STRING') return 'a "b"';
  if (type === 'BOOL' || type === 'ACTION') return extreme === 'max';
  // Otherwise it says that another value is unknown.
  if (parameter.endsWith('_STATUS')) return 0;
  // The bounds of the description are what radio modules send that measured nothing.
  if (parameter.startsWith('RSSI_')) return extreme === 'max' ? -2 : -126;
  const known = value_list.map((_, index) => index).filter((index) => !/UNKNOWN/.test(value_list[index] ?? ''));
  if (known.length > 0) return Math[extreme](...known);
  // Above 1 a level means: as it was.
  return parameter.startsWith('LEVEL') && extreme === 'max' ? 1 : (point[extreme] ?? 0);
}

function rowOf(house: HouseModel, view: Omit<DeviceView, 'calculatedDataPoints'>) {
  const { address, central } = view.device;
  const calculated = [...view.dataPoints.keys()].map((channel) => {
    const found = house.calculatedDataPoints({ address, central, channel });
    return [channel, found.ok ? found.value : []] as const;
  });
  const whole: DeviceView = { ...view, calculatedDataPoints: new Map(calculated) };
  const message = discoveryOf(whole, {
    prefix: 'homeassistant',
    qos: 1,
    isWanted: () => true,
    areaOf: () => undefined,
    tree,
  });
  const payloads = new Map(
    deviceMessages(whole, 7, tree).map(({ topic, payload }) => [topic, JSON.parse(payload) as unknown]),
  );
  const { availability = [], cmps = {} } = message?.payload ?? {};
  return { model: view.device.model, view, payloads, availability, components: Object.values(cmps) };
}

/** What the house makes of a command, without carrying it out; undefined for topics that are none. */
function planned(house: HouseModel, topic: string, payload: string) {
  const { instance: central = '', branch, path = [] } = tree.topics.read(topic) ?? {};
  const [address = '', second = '', parameter = ''] = path;
  if (branch === 'set') {
    return house.validateWrite({
      address,
      central,
      channel: Number(second),
      parameter,
      value: valueIn(Buffer.from(payload)),
    });
  }
  if (branch === 'paramset') {
    const values = membersIn(Buffer.from(payload));
    return house.validateParamset({ address: `${address}:${second}`, central, key: 'VALUES', values });
  }
  if (branch !== 'operate') return undefined;
  const { operation, ...params } = membersIn(Buffer.from(payload));
  return house.planOperation({ address, central, name: second, operation: String(operation), params });
}

describe.skipIf(!hasData)('templates of the real types (CCU_GATEWAY_CCU_DATA)', () => {
  it.each(Object.keys(HOUSES) as (keyof typeof HOUSES)[])(
    'render the values of an installation with %s values',
    (kind) => {
      const house = HOUSES[kind]();
      const rows = viewsOf(house).map((view) => rowOf(house, view));
      expect(rows).toHaveLength(73);
      const refused = rows.flatMap(({ model, components, payloads }) =>
        components.flatMap((component) => {
          const states = refusedStates(component, statesOf(component, payloads), kind !== 'silent');
          return Object.entries(states).map(([option, state]) => `${model} ${component.unique_id} ${option}: ${state}`);
        }),
      );
      expect(refused).toEqual([]);
    },
  );

  it('render the availability of a device', () => {
    const house = realHouse();
    for (const { model, availability, payloads } of viewsOf(house).map((view) => rowOf(house, view))) {
      const said = availability.flatMap(({ topic, value_template }) => {
        const payload = payloads.get(String(topic));
        return payload === undefined ? [] : [render(String(value_template), { value_json: payload })];
      });
      expect([model, said]).toEqual([model, [expect.stringMatching(/^(online|offline)$/)]]);
    }
  });

  it('make valid commands for all actions of a user', () => {
    const house = HOUSES.largest();
    const refused = viewsOf(house).flatMap((view) => {
      const { model, components } = rowOf(house, view);
      return components.flatMap((component) =>
        commandsOf(component).flatMap(([topic, payload]) => {
          const answer = planned(house, topic, payload);
          return answer?.ok === true ? [] : [`${model} ${topic} ${payload}: ${JSON.stringify(answer)}`];
        }),
      );
    });
    expect(refused).toEqual([]);
  });

  it('offer numbers that mean a share between none and all, and turn slats together with a level', () => {
    const house = realHouse();
    const numbers = viewsOf(house).flatMap((view) =>
      rowOf(house, view).components.filter(
        ({ p, command_template }) => p === 'number' && command_template !== '{{ value }}',
      ),
    );
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter(({ min, max }) => min !== 0 || max !== 100)).toEqual([]);
    const slats = numbers.filter(({ name }) => /^Slats/.test(String(name)));
    expect(slats.map(({ command_topic }) => String(command_topic).replace(/^.*paramset\/\w+/, ''))).toEqual([
      '/5/VALUES',
      '/6/VALUES',
    ]);
    const sent = slats.map(({ command_template }) => render(String(command_template), { value: 50 }));
    expect(sent).toEqual(['{"LEVEL":1.01,"LEVEL_2":0.5}', '{"LEVEL":1.01,"LEVEL_2":0.5}']);
  });

  it('give no measured value a combination that Home Assistant refuses', () => {
    const house = realHouse();
    const refused = viewsOf(house).flatMap((view) => {
      const { model, components } = rowOf(house, view);
      return components.flatMap((each) => refusedMeasure(each).map((why) => `${model} ${each.unique_id}: ${why}`));
    });
    expect(refused).toEqual([]);
  });
});
