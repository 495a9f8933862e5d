import { expect, it } from 'vitest';
import type { House } from '../../ports/house.js';
import { MAX_VALUE_METRICS, valueMetrics } from './value-metrics.js';

const point = (more: object = {}) => ({
  kind: 'data_point',
  data: { central: 'home', device_address: 'ABC', channel: 1, parameter: 'LEVEL', value: 0.5, unit: '%', ...more },
});

function figuresOf(points: readonly object[], patterns: readonly string[], name = 'Lamp'): readonly string[] {
  const house = {
    centralNames: () => ['home'],
    device: () => ({ ok: true, value: { name } }),
    *snapshotLines() {
      yield* points;
    },
  } as unknown as House;
  const text = [...valueMetrics({ house }, { points: patterns })].join('');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

it('shows values that a pattern chooses by parameter or device, and none that is unknown or no number', () => {
  const points = [
    point(),
    point({ parameter: 'STATE', value: true }),
    point({ channel: 2, parameter: 'STATE', value: false, unit: undefined }),
    point({ channel: 3, parameter: 'STATE', value: undefined }),
    point({ parameter: 'TEXT', value: 'a' }),
    { kind: 'device', data: {} },
  ];
  const [level, state] = figuresOf(points, ['LEV*', '*:2:STATE', 'TEXT']);
  expect(level).toBe(
    'ccu_gateway_value{central="home",channel="1",device="ABC",name="Lamp",parameter="LEVEL",unit="%"} 0.5',
  );
  expect(state).toBe(
    'ccu_gateway_value{central="home",channel="2",device="ABC",name="Lamp",parameter="STATE",unit=""} 0',
  );
  expect(figuresOf(points, ['STATE'])).toHaveLength(3);
});

it('escapes names, so that none of them begins another line or label', () => {
  const [line] = figuresOf([point()], ['LEVEL'], 'a"b\\c\nccu_gateway_value 1');
  expect(line).toContain('name="a\\"b\\\\c\\nccu_gateway_value 1",');
});

it('shows at most so many values, and counts the others', () => {
  const many = Array.from({ length: MAX_VALUE_METRICS + 7 }, (_, channel) => point({ channel }));
  const figures = figuresOf(many, ['LEVEL']);
  expect([figures.length, figures.at(-1)]).toEqual([MAX_VALUE_METRICS + 1, 'ccu_gateway_values_left_out 7']);
});
