import type { Component } from '../src/discovery/message.js';
import { blockOf, constantsIn, enumerationsIn, once } from './python-text.js';

/** Options with a fixed set of values, and how the name of its enumeration ends. */
const CLOSED: Readonly<Record<string, string>> = {
  device_class: 'DeviceClass',
  entity_category: 'EntityCategory',
  mode: 'Mode',
  modes: 'HVACMode',
  state_class: 'StateClass',
};

/** A judge of the values that a component may have, by a source of Home Assistant. */
export function createValues(textOf: (path: string) => string) {
  const shared = textOf('const.py');
  const sensor = textOf('components/sensor/const.py');
  const enumerations = new Map([...enumerationsIn(shared), ...enumerationsIn(sensor)]);
  const constants = constantsIn(shared);

  /** Values that a table of the sensors has for each class. */
  const tableOf = (name: string) =>
    new Map(
      blockOf(sensor, name)
        .split(/^ {4}SensorDeviceClass\./m)
        .slice(1)
        .map((row) => {
          const [member = ''] = row.split(':');
          const named = [...row.slice(member.length).matchAll(/\b([A-Z]\w*)(?:\.(\w+))?/g)];
          const values = named.flatMap(([, of = '', one]) => {
            const members = enumerations.get(of);
            return one === undefined ? [...(members?.values() ?? [constants.get(of)])] : [members?.get(one)];
          });
          return [enumerations.get('SensorDeviceClass')?.get(member), values as readonly unknown[]];
        }),
    );
  const tables = {
    unit_of_measurement: tableOf('DEVICE_CLASS_UNITS'),
    state_class: tableOf('DEVICE_CLASS_STATE_CLASSES'),
  };
  const own = once((platform) =>
    enumerationsIn(
      ['__init__', 'const'].reduce((text, each) => text + textOf(`components/${platform}/${each}.py`), shared),
    ),
  );

  return (component: Component): readonly string[] => {
    const { p, device_class } = component;
    const isAmong = (option: string, ending: string) => {
      const values = [...own(p)]
        .filter(([name]) => name.endsWith(ending))
        .flatMap(([, members]) => [...members.values()]);
      return [component[option]].flat().every((value) => values.includes(String(value)));
    };
    const closed = Object.entries(CLOSED).filter(([option, ending]) => option in component && !isAmong(option, ending));
    const ofClass = Object.entries(p === 'sensor' ? tables : {}).filter(([option, table]) => {
      const values = table.get(String(device_class));
      const isMissing = option === 'state_class' && component[option] === undefined;
      return values !== undefined && !isMissing && !values.includes(component[option]);
    });
    return [
      ...closed.map(([option]) => `${option} ${component[option]}`),
      ...ofClass.map(([option]) => `${device_class} with ${option} ${component[option]}`),
    ];
  };
}
