import { expect, it } from 'vitest';
import type { House } from '../../ports/house.js';
import type { ConfigControl } from '../gateway/config.js';
import { MAX_VALUE_METRICS, valueMetrics } from './value-metrics.js';

const point = (more: object = {}) => ({
  kind: 'data_point',
  data: { central: 'home', device_address: 'ABC', channel: 1, parameter: 'LEVEL', value: 0.5, unit: '%', ...more },
});

async function figuresOf(
  points: readonly object[],
  patterns: readonly string[] | undefined,
  { name = 'Lamp', metrics }: { readonly name?: string; readonly metrics?: unknown } = {},
): Promise<readonly string[]> {
  const house = {
    centralNames: () => ['home'],
    device: () => ({ ok: true, value: { name } }),
    *snapshotLines() {
      yield* points;
    },
  } as unknown as House;
  const configControl = { section: async () => ({ metrics }) } as unknown as ConfigControl;
  const text = [...(await valueMetrics({ house, configControl }, { points: patterns }))].join('');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

it('shows values that a pattern chooses by parameter or device, and none that is unknown or no number', async () => {
  const points = [
    point(),
    point({ parameter: 'STATE', value: true }),
    point({ channel: 2, parameter: 'STATE', value: false, unit: undefined }),
    point({ channel: 3, parameter: 'STATE', value: undefined }),
    point({ parameter: 'TEXT', value: 'a' }),
    { kind: 'device', data: {} },
  ];
  const [level, state] = await figuresOf(points, ['LEV*', '*:2:STATE', 'TEXT']);
  expect(level).toBe(
    'ccu_gateway_value{central="home",channel="1",device="ABC",name="Lamp",parameter="LEVEL",unit="%"} 0.5',
  );
  expect(state).toBe(
    'ccu_gateway_value{central="home",channel="2",device="ABC",name="Lamp",parameter="STATE",unit=""} 0',
  );
  expect(await figuresOf(points, ['STATE'])).toHaveLength(3);
});

it('escapes names, so that none of them begins another line or label', async () => {
  const [line] = await figuresOf([point()], ['LEVEL'], { name: 'a"b\\c\nccu_gateway_value 1' });
  expect(line).toContain('name="a\\"b\\\\c\\nccu_gateway_value 1",');
});

it('shows at most so many values, and counts the others', async () => {
  const many = Array.from({ length: MAX_VALUE_METRICS + 7 }, (_, channel) => point({ channel }));
  const figures = await figuresOf(many, ['LEVEL']);
  expect([figures.length, figures.at(-1)]).toEqual([MAX_VALUE_METRICS + 1, 'ccu_gateway_values_left_out 7']);
});

it('shows the chosen data points without patterns, and none before one is chosen', async () => {
  const points = [point(), point({ channel: 2 }), point({ parameter: 'STATE', value: true })];
  const none = await figuresOf(points, undefined, { metrics: undefined });
  expect(none).toEqual(['ccu_gateway_values_left_out 0']);
  // A name is no pattern here: a scraper that wants one sends it.
  const chosen = await figuresOf(points, undefined, { metrics: ['ABC:2:LEVEL', 'ABC:*:STATE', 7] });
  expect(chosen).toEqual([expect.stringContaining('channel="2"'), 'ccu_gateway_values_left_out 0']);
  expect(await figuresOf(points, ['STATE'], { metrics: ['ABC:2:LEVEL'] })).toEqual([
    expect.stringContaining('parameter="STATE"'),
    'ccu_gateway_values_left_out 0',
  ]);
});
