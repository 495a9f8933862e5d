import { describe, expect, it } from 'vitest';
import { climateModesOf, type ModeParameter } from './climate-modes.js';
import type { Point } from './points.js';

type Made = Readonly<Partial<Record<ModeParameter, Readonly<Record<string, unknown>>>>>;

const modesOf = (made: Made) =>
  climateModesOf(
    Object.fromEntries(
      Object.entries(made).map(([parameter, { write = true, ...summary }]) => [
        parameter,
        { key: parameter, summary: { parameter, operations: { write }, ...summary } } as unknown as Point,
      ]),
    ),
  ).map(({ name, point, value, isActive }) => ({ name, write: [point.key, value], isActive }));

describe('modes of a thermostat', () => {
  it('of HomematicIP are set by the control mode, and boost by its own switch, which also ends it', () => {
    const of = (mode: number, boost: boolean) =>
      modesOf({ SET_POINT_MODE: { value: mode }, CONTROL_MODE: {}, BOOST_MODE: { value: boost } });
    expect(of(1, false)).toEqual([
      { name: 'auto', write: ['CONTROL_MODE', 0], isActive: false },
      { name: 'manual', write: ['CONTROL_MODE', 1], isActive: true },
      { name: 'boost', write: ['BOOST_MODE', true], isActive: false },
    ]);
    expect(of(0, true).map(({ isActive }) => isActive)).toEqual([false, false, true]);
    expect(of(0, true)[2]?.write).toEqual(['BOOST_MODE', false]);
  });

  it('of BidCos are actions, and the manual one keeps the wanted temperature', () => {
    const list = ['AUTO-MODE', 'MANU-MODE', 'PARTY-MODE', 'BOOST-MODE'];
    const of = (mode: unknown, wanted: unknown) =>
      modesOf({
        CONTROL_MODE: { write: false, value: mode, value_list: list },
        AUTO_MODE: {},
        MANU_MODE: {},
        BOOST_MODE: {},
        SET_TEMPERATURE: { value: wanted },
      });
    expect(of(0, 19.5)).toEqual([
      { name: 'auto', write: ['AUTO_MODE', true], isActive: true },
      { name: 'manual', write: ['MANU_MODE', 19.5], isActive: false },
      { name: 'boost', write: ['BOOST_MODE', true], isActive: false },
    ]);
    expect(of(undefined, undefined).map(({ name, isActive }) => [name, isActive])).toEqual([
      ['auto', false],
      ['boost', false],
    ]);
  });

  it('are none for a device without them', () => {
    expect(modesOf({})).toEqual([]);
    expect(modesOf({ SET_TEMPERATURE: { value: 20 } })).toEqual([]);
  });
});
