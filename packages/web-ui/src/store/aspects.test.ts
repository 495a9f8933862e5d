import { describe, expect, it } from 'vitest';
import { aspectsOf, livingStatesOf, measured } from './aspects.js';
import type { Device, Point } from './points.js';

type Made = Readonly<Record<string, unknown>> & { readonly parameter: string };

/** A device with one channel of this type and its data points. */
function deviceOf(type: string, made: readonly Made[], about: Readonly<Record<string, unknown>> = {}) {
  const points = new Map<string, Point>();
  const keys = made.map(({ write = false, ...summary }) => {
    const key = `home/DEV/1/${summary.parameter}`;
    const whole = { type: 'BOOL', usage: write ? 'ce_primary' : 'data_point', operations: { write }, ...summary };
    points.set(key, { key, device: 'home/DEV', channel: 1, summary: whole } as unknown as Point);
    return key;
  });
  const device = {
    key: 'home/DEV',
    summary: { name: 'Thing', address: 'DEV', ...about },
    channels: [{ summary: { number: 1, type }, points: keys }],
  } as unknown as Device;
  const peek = (key: string) => points.get(key);
  return { device, peek, points };
}

function statesOf(...made: Parameters<typeof deviceOf>) {
  const { device, peek } = deviceOf(...made);
  return livingStatesOf(device, peek);
}

const HANDLE = ['CLOSED', 'TILTED', 'OPEN'];

describe('states of a device', () => {
  it('include an open window or gate, by a contact, a handle or a position', () => {
    const contact = (value: unknown) => statesOf('SHUTTER_CONTACT', [{ parameter: 'STATE', value }]);
    expect([contact(true), contact(false), contact(undefined)]).toEqual([['window_open'], [], []]);
    const handle = (value: unknown) =>
      statesOf('ROTARY_HANDLE_TRANSCEIVER', [{ parameter: 'STATE', type: 'ENUM', value_list: HANDLE, value }]);
    expect([handle(0), handle(1), handle(2), handle(7)]).toEqual([[], ['window_open'], ['window_open'], []]);
    const gate = { parameter: 'DOOR_STATE', type: 'ENUM', ui_hint: { semantic: 'door' } };
    const list = ['CLOSED', 'OPEN', 'VENTILATION_POSITION', 'POSITION_UNKNOWN'];
    const at = (value: number) => statesOf('DOOR_RECEIVER', [{ ...gate, value_list: list, value }]);
    expect([at(0), at(1), at(2), at(3)]).toEqual([[], ['window_open'], ['window_open'], []]);
  });

  it('do not include the state of a switch as an opening, nor that of a group', () => {
    expect(statesOf('SWITCH_TRANSMITTER', [{ parameter: 'STATE', value: true }])).toEqual([]);
    const group = { members: [{ address: 'A', name: 'Window', available: true }] };
    expect(statesOf('SHUTTER_CONTACT', [{ parameter: 'STATE', value: true }], group)).toEqual([]);
  });

  it('include a light: a dimmer, or a switch with a word for light in its name or function', () => {
    const level = { parameter: 'LEVEL', type: 'FLOAT', write: true };
    expect(statesOf('DIMMER', [{ ...level, value: 0.3 }])).toEqual(['light_on']);
    expect(statesOf('DIMMER', [{ ...level, value: 0 }])).toEqual([]);
    const on = [{ parameter: 'STATE', value: true, write: true }];
    expect(statesOf('SWITCH', on, { name: 'Fridge' })).toEqual([]);
    expect(statesOf('SWITCH', on, { name: 'Stehlampe' })).toEqual(['light_on']);
    expect(statesOf('SWITCH', on, { functions: ['Licht'] })).toEqual(['light_on']);
  });

  it('include a blind that is down, and no other level', () => {
    const blind = (value: unknown) =>
      statesOf('BLIND_VIRTUAL_RECEIVER', [{ parameter: 'LEVEL', type: 'FLOAT', value, write: true }]);
    expect([blind(0), blind(0.4), blind(1), blind(undefined)]).toEqual([['blind_down'], [], [], []]);
  });

  it('include an unlocked lock and motion', () => {
    const lock = { parameter: 'LOCK_STATE', type: 'ENUM', ui_hint: { semantic: 'lock' } };
    const locked = (value: number) =>
      statesOf('DOOR_LOCK_STATE_TRANSMITTER', [{ ...lock, value_list: ['UNKNOWN', 'LOCKED', 'UNLOCKED'], value }]);
    expect([locked(0), locked(1), locked(2)]).toEqual([[], [], ['unlocked']]);
    const keymatic = { parameter: 'STATE', value: true, write: true, confirm: { reason: 'unlock' } };
    expect(statesOf('KEYMATIC', [keymatic])).toEqual(['unlocked']);
    expect(statesOf('WATER_SWITCH', [{ ...keymatic, confirm: { reason: 'water' } }])).toEqual([]);
    expect(statesOf('MOTIONDETECTOR', [{ parameter: 'MOTION', value: true, ui_hint: { semantic: 'motion' } }])).toEqual(
      ['motion'],
    );
  });
});

describe('aspects of a device', () => {
  const air = { parameter: 'ACTUAL_TEMPERATURE', type: 'FLOAT', unit: '°C', ui_hint: { semantic: 'temperature' } };

  it('name the measured temperature and not a wanted or computed one', () => {
    const set = { ...air, parameter: 'SET_POINT_TEMPERATURE', write: true };
    const { device, peek } = deviceOf('HEATING', [{ ...air, parameter: 'DEW_POINT_TEMPERATURE' }, set, air]);
    expect(aspectsOf(device, peek)).toMatchObject({ temperature: 'home/DEV/1/ACTUAL_TEMPERATURE', heats: true });
  });

  it('follow a new name, which may call a switch a light', () => {
    const { device, peek } = deviceOf('SWITCH', [{ parameter: 'STATE', value: true, write: true }]);
    expect(livingStatesOf(device, peek)).toEqual([]);
    const named = { ...device, summary: { ...device.summary, name: 'Hall light' } };
    expect(livingStatesOf(named, peek)).toEqual(['light_on']);
  });

  it('have a number only for a number that can be shown', () => {
    const point = (value: unknown) => ({ summary: { value } }) as Point;
    expect([21, 0, Number.NaN, 'NaN', null, undefined].map((value) => measured(point(value)))).toEqual([
      21,
      0,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
