import type { InterfaceName, ParamsetDescription, WireValue } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { type ChannelSpec, loaded, NOON, parameter, readyHouse, value } from '../../test/house.js';

const ADDRESS = '0001D3C99C0041';
const LEVEL = parameter('FLOAT', 7, { MIN: 0, MAX: 1.01, UNIT: '100%' });
const READ_ONLY = parameter('FLOAT', 5, { MIN: 0, MAX: 1, UNIT: '100%' });
const STATUS = parameter('ENUM', 5, { VALUE_LIST: ['NORMAL', 'UNKNOWN'] });

function light(interfaceName: InterfaceName, channels: readonly ChannelSpec[]) {
  const specs = [{ address: ADDRESS, type: 'XY-LIGHT', channels: [{ type: 'MAINTENANCE' }, ...channels] }];
  const { house } = readyHouse({ interfaceName, specs });
  const said: { topic: string; payload: unknown }[] = [];
  return {
    said,
    house,
    says: (channel: number, name: string, what: WireValue, at = NOON) => {
      said.push(...house.apply(value(`${ADDRESS}:${channel}`, name, what, { interfaceName, at })));
    },
    state: () => {
      const found = house.customDataPoints(ADDRESS);
      return found.ok ? found.value[0]?.state : undefined;
    },
  };
}

describe('the brightness of a BidCos light', () => {
  const values = { LEVEL, LEVEL_REAL: READ_ONLY };
  const dimmer = () => light('BidCos-RF', [{ type: 'DIMMER', values }]);

  it('is that of its output, which other channels may have switched on', () => {
    const { says, state } = dimmer();
    says(1, 'LEVEL', 0);
    says(1, 'LEVEL_REAL', 0.6, NOON + 1000);
    expect(state()).toEqual({
      is_on: true,
      brightness: 153,
      brightness_pct: 60,
      group_brightness: 153,
      group_brightness_pct: 60,
    });
  });

  it('does not wait for the output when the channel has a later value', () => {
    const { says, state } = dimmer();
    says(1, 'LEVEL_REAL', 0);
    says(1, 'LEVEL', 1, NOON + 1);
    expect(state()).toMatchObject({ is_on: true, brightness_pct: 100, group_brightness_pct: 0 });
    says(1, 'LEVEL_REAL', 1, NOON + 2);
    expect(state()).toMatchObject({ brightness_pct: 100, group_brightness_pct: 100 });
  });

  it('is that of the channel when the output reports nothing', () => {
    const { says, state } = dimmer();
    says(1, 'LEVEL', 0.3);
    expect(state()).toMatchObject({ brightness_pct: 30, group_brightness_pct: null });
    const plain = light('BidCos-RF', [{ type: 'DIMMER', values: { LEVEL } }]);
    plain.says(1, 'LEVEL', 0.3);
    expect(plain.state()).toEqual({ is_on: true, brightness: 77, brightness_pct: 30 });
  });

  it('changes with the output', () => {
    const { says, said } = dimmer();
    says(1, 'LEVEL_REAL', 0.6);
    expect(said.map(({ topic }) => topic)).toContain(`device.${ADDRESS}.cdps.LEVEL`);
  });

  it.each([
    ['of two whites', ['DUAL_WHITE_BRIGHTNESS', 'DUAL_WHITE_COLOR'], values],
    ['with a colour', ['DIMMER', 'RGBW_COLOR'], { COLOR: parameter('INTEGER', 7, { MIN: 0, MAX: 255 }) }],
  ] as const)('%s follows the same rule', (_, [first, second], secondValues) => {
    const { says, state } = light('BidCos-RF', [
      { type: first, values },
      { type: second, values: secondValues },
    ]);
    says(1, 'LEVEL_REAL', 0.6);
    expect(state()).toMatchObject({ brightness_pct: 60, group_brightness_pct: 60 });
  });
});

describe('the brightness of an HmIP light', () => {
  it('of a group is that of its transmitter', () => {
    const { says, state } = light('HmIP-RF', [
      { type: 'DIMMER_TRANSMITTER', values: { LEVEL: READ_ONLY } },
      { type: 'DIMMER_VIRTUAL_RECEIVER', values: { LEVEL } },
    ]);
    says(1, 'LEVEL', 0.5);
    says(2, 'LEVEL', 0.1);
    expect(state()).toMatchObject({ brightness_pct: 50, group_brightness_pct: 50 });
  });
});

describe('the colour mode of a light', () => {
  const values: ParamsetDescription = {
    LEVEL,
    HUE: parameter('INTEGER', 7, { MIN: 0, MAX: 361 }),
    HUE_STATUS: STATUS,
    SATURATION: LEVEL,
    COLOR_TEMPERATURE: parameter('INTEGER', 7, { MIN: 1000, MAX: 10_200 }),
    COLOR_TEMPERATURE_STATUS: STATUS,
  };
  const strip = () => light('HmIP-RF', [{ type: 'UNIVERSAL_LIGHT_RECEIVER', values }]);

  it('is not known before its first report', () => {
    expect(strip().state()).toMatchObject({ color_mode: null });
  });

  it('is the reported one while the other is empty', () => {
    const { says, state } = strip();
    says(1, 'HUE', 120);
    says(1, 'COLOR_TEMPERATURE', '');
    expect(state()).toMatchObject({ color_mode: 'hs', hue: 120, color_temp_kelvin: null });
    says(1, 'COLOR_TEMPERATURE', 2700);
    says(1, 'HUE', '');
    expect(state()).toMatchObject({ color_mode: 'color_temp', hue: null, color_temp_kelvin: 2700 });
  });

  it('is the reported one while the other has the status unknown', () => {
    const { says, state } = strip();
    says(1, 'HUE', 120);
    says(1, 'COLOR_TEMPERATURE', 2700);
    says(1, 'HUE_STATUS', 1);
    expect(state()).toMatchObject({ color_mode: 'color_temp' });
    says(1, 'HUE_STATUS', 0);
    says(1, 'COLOR_TEMPERATURE_STATUS', 1);
    expect(state()).toMatchObject({ color_mode: 'hs' });
  });

  it('is the one that changed last of a light that reports both', () => {
    const { says, state } = strip();
    says(1, 'COLOR_TEMPERATURE', 2700);
    says(1, 'HUE', 120, NOON + 1000);
    expect(state()).toMatchObject({ color_mode: 'hs' });
    says(1, 'COLOR_TEMPERATURE', 3000, NOON + 2000);
    expect(state()).toMatchObject({ color_mode: 'color_temp' });
  });

  it('is of no use to a light that can only do one', () => {
    const { COLOR_TEMPERATURE: _, ...colored } = values;
    const { state } = light('HmIP-RF', [{ type: 'UNIVERSAL_LIGHT_RECEIVER', values: colored }]);
    expect(state()).not.toHaveProperty('color_mode');
  });
});

describe('a colour that is reported as empty', () => {
  const values = { LEVEL, HUE: parameter('INTEGER', 7, { MIN: 0, MAX: 361 }), SATURATION: LEVEL };
  const strip = () => light('HmIP-RF', [{ type: 'UNIVERSAL_LIGHT_RECEIVER', values }]);
  const hue = (house: ReturnType<typeof strip>['house']) => {
    const found = house.dataPoint({ address: ADDRESS, channel: 1, parameter: 'HUE' });
    return found.ok ? found.value : undefined;
  };

  it('is no value any more, which is published once', () => {
    const { house, says, said } = strip();
    says(1, 'HUE', 120);
    said.length = 0;
    says(1, 'HUE', '');
    expect(hue(house)?.value).toBeUndefined();
    expect(said[0]).toMatchObject({ type: 'datapoint.value_changed', payload: { value: null, previous: 120 } });
    said.length = 0;
    says(1, 'HUE', '');
    expect(said).toEqual([]);
  });

  it('is none either where it was read', () => {
    const { house, says } = strip();
    says(1, 'HUE', 120);
    house.apply(loaded([[`${ADDRESS}:1`, 'HUE', '']]));
    expect(hue(house)?.observed).toBe(false);
  });
});
