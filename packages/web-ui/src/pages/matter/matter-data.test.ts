import type { MatterExposure } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { groupedCode, homeName, isFound, thingOf } from './matter-data.js';

const LAMP: MatterExposure = {
  central_name: 'home',
  device_address: '0001',
  channel_no: 4,
  dp_kind: 'custom',
  dp_key: 'LEVEL',
  display_name: 'Lampe',
  enabled: false,
  shown: false,
  mappable: 'mappable',
  ecosystems: [],
};

it('names a thing by its chosen name, else by the name of its device, else by its address', () => {
  expect(thingOf({ ...LAMP, friendly_name: 'Leselampe' }).name).toBe('Leselampe');
  expect(thingOf({ ...LAMP, friendly_name: '' }).name).toBe('Lampe');
  expect(thingOf({ ...LAMP, display_name: '' }).name).toBe('0001:4');
});

it('identifies a thing to the gateway by its data point, and sends no other member of it', () => {
  const place = { central_name: 'home', device_address: '0001', channel_no: 4, dp_kind: 'custom', dp_key: 'LEVEL' };
  expect(thingOf(LAMP).update({ enabled: true })).toEqual({ ...place, enabled: true });
  expect(thingOf({ ...LAMP, enabled: true, kind: 'plug' }).update({ kind: 'light' })).toEqual({
    ...place,
    enabled: true,
    kind: 'light',
  });
});

it('shows a remark of a thing that can be shown in part without refusing it', () => {
  const partly = thingOf({
    ...LAMP,
    mappable: 'partially_mappable',
    reason: 'No colour',
    reason_code: 'partly',
    left_out: ['color'],
  });
  expect([partly.canBeShown, partly.reason]).toEqual([true, { code: 'partly', text: 'No colour', leftOut: ['color'] }]);
  expect(thingOf({ ...LAMP, mappable: 'unmappable' }).canBeShown).toBe(false);
});

it('is found by its name, its address, its type or its room', () => {
  const lamp = thingOf({ ...LAMP, device_type_label: 'DimmableLight', room: 'Küche' });
  expect(['lampe', '0001:4', 'dimm', ' küche '].map((search) => isFound(lamp, search))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(isFound(lamp, 'bad')).toBe(false);
});

it('names a home by its label, else by its vendor', () => {
  expect(homeName({ label: '', vendor_name: 'Apple' })).toBe('Apple');
  expect(homeName({})).toBe('');
});

it('shows a code in groups, and a code of another form unchanged', () => {
  expect(groupedCode('34970112332')).toBe('3497-011-2332');
  expect(['3497-011-2332', '749701123365521327694'].map(groupedCode)).toEqual([
    '3497-011-2332',
    '749701123365521327694',
  ]);
});
