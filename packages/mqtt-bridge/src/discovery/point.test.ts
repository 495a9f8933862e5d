import type { DataPointSummary } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import type { Scene } from './message.js';
import { pointEntities } from './point.js';

/** The component of a sensor for an option that is only reported. */
function optionWith(value_list: readonly string[] | undefined) {
  const point = { parameter: 'ERROR', type: 'ENUM', category: 'sensor', usage: 'data_point', value_list };
  const operations = { read: true, event: true, write: false };
  const dataPoints = new Map([[1, [{ ...point, operations } as unknown as DataPointSummary]]]);
  const scene = { dataPoints, topic: (...levels: unknown[]) => levels.join('/') } as unknown as Scene;
  return pointEntities(scene).map(({ component }) => component);
}

it('is a list of options only where the CCU has names for them, as Home Assistant refuses an empty list', () => {
  expect(optionWith(['OK', '', 'HOT'])).toMatchObject([{ p: 'sensor', device_class: 'enum', options: ['OK', 'HOT'] }]);
  for (const names of [undefined, [], ['']]) {
    const [component] = optionWith(names);
    expect(component).toMatchObject({ p: 'sensor', value_template: '{{ value_json.val }}' });
    expect(component).not.toHaveProperty('options');
    expect(component).not.toHaveProperty('device_class');
  }
});
