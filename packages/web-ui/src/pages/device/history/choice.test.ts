import { describe, expect, it } from 'vitest';
import type { Point } from '../../../store/points.js';
import { chosenOf, drawablesOf, MOST_CURVES, toggled } from './choice.js';

const point = (channel: number, parameter: string, summary: Partial<Point['summary']> = {}): Point => ({
  key: `home/A/${channel}/${parameter}`,
  device: 'home/A',
  channel,
  summary: {
    parameter,
    type: 'FLOAT',
    category: 'sensor',
    operations: { read: true, write: false, event: true },
    ...summary,
  } as Point['summary'],
});

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('the values of a device that can have a history', () => {
  it('are numbers, booleans and enumerations that report by themselves, with maintenance at the end', () => {
    const drawables = drawablesOf('A', [
      point(0, 'RSSI_DEVICE', { type: 'INTEGER' }),
      point(1, 'STATE', { type: 'BOOL' }),
      point(1, 'MODE', { type: 'ENUM' }),
      point(1, 'TEXT', { type: 'STRING' }),
      point(1, 'STOP', { type: 'ACTION' }),
      point(1, 'ON_TIME', { operations: { read: false, write: true, event: false } }),
      point(2, 'PRESS_SHORT', { type: 'BOOL', category: 'event' }),
    ]);
    expect(ids(drawables)).toEqual(['1.STATE', '1.MODE', '0.RSSI_DEVICE']);
    expect(drawables[0]).toMatchObject({ place: 'A:1:STATE', key: 'home/A/1/STATE' });
  });

  it('are distinguished by their channel where two have the same name', () => {
    const named = { parameter_label: 'Level' };
    const drawables = drawablesOf('A', [point(3, 'LEVEL', named), point(4, 'LEVEL', named), point(4, 'POWER')]);
    expect(drawables.map(({ label }) => label)).toEqual(['Level (:3)', 'Level (:4)', 'POWER']);
  });
});

describe('the choice of curves', () => {
  const offered = drawablesOf('A', [
    point(1, 'ACTUAL_TEMPERATURE', { unit: '°C' }),
    point(1, 'HUMIDITY', { unit: '%' }),
    point(1, 'SET_POINT_TEMPERATURE', { unit: '°C' }),
  ]);

  it('begins with the most telling value and those of its unit', () => {
    expect(ids(chosenOf(offered, undefined))).toEqual(['1.ACTUAL_TEMPERATURE', '1.SET_POINT_TEMPERATURE']);
    expect(chosenOf([], undefined)).toEqual([]);
  });

  it('begins with no setting for an absence, and with one state alone', () => {
    const absent = point(1, 'PARTY_SET_POINT_TEMPERATURE', {
      unit: '°C',
      ui_hint: { icon: '', semantic: 'temperature' },
    });
    const room = point(2, 'ACTUAL_TEMPERATURE', { unit: '°C', ui_hint: { icon: '', semantic: 'temperature' } });
    expect(ids(chosenOf(drawablesOf('A', [absent, room]), undefined))).toEqual(['2.ACTUAL_TEMPERATURE']);
    const states = [point(1, 'ERROR', { type: 'BOOL' }), point(3, 'STATE', { type: 'BOOL' }), point(4, 'STATE')];
    expect(ids(chosenOf(drawablesOf('A', states), undefined))).toEqual(['3.STATE']);
    expect(ids(chosenOf(drawablesOf('A', [absent]), undefined))).toEqual(['1.PARTY_SET_POINT_TEMPERATURE']);
  });

  it('is the one of the address, as far as the device has it', () => {
    expect(ids(chosenOf(offered, '1.HUMIDITY,9.NOTHING'))).toEqual(['1.HUMIDITY']);
    expect(ids(chosenOf(offered, '9.NOTHING'))).toEqual(['1.ACTUAL_TEMPERATURE', '1.SET_POINT_TEMPERATURE']);
    const many = drawablesOf(
      'A',
      Array.from({ length: 12 }, (_, index) => point(index + 1, 'LEVEL')),
    );
    expect(chosenOf(many, ids(many).join())).toHaveLength(MOST_CURVES);
  });

  it('takes one in and out, down to none', () => {
    const [first, second] = offered;
    expect(toggled([first!], second!)).toBe('1.ACTUAL_TEMPERATURE,1.HUMIDITY');
    expect(toggled([first!, second!], first!)).toBe('1.HUMIDITY');
    expect(chosenOf(offered, toggled([first!], first!))).toEqual([]);
  });
});
