import type { MatterExposure } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { homeName, thingOf } from './matter-data.js';

const LAMP: MatterExposure = {
  central_name: 'home',
  device_address: '0001',
  channel_no: 4,
  dp_kind: 'custom',
  dp_key: 'LEVEL',
  display_name: 'Lampe',
  enabled: false,
  mappable: 'mappable',
};

it('names a thing as it was chosen, else as the house does, else by its address', () => {
  expect(thingOf({ ...LAMP, friendly_name: 'Leselampe' }).name).toBe('Leselampe');
  expect(thingOf({ ...LAMP, friendly_name: '' }).name).toBe('Lampe');
  expect(thingOf({ ...LAMP, display_name: '' }).name).toBe('0001:4');
});

it('turns a thing by what the gateway knows it by, and nothing else of it', () => {
  expect(thingOf(LAMP).turned).toEqual({
    central_name: 'home',
    device_address: '0001',
    channel_no: 4,
    dp_kind: 'custom',
    dp_key: 'LEVEL',
    enabled: true,
  });
  expect(thingOf({ ...LAMP, enabled: true }).turned.enabled).toBe(false);
});

it('shows a remark of a thing that can be shown in part without refusing it', () => {
  const partly = thingOf({ ...LAMP, mappable: 'partially_mappable', reason: 'No colour' });
  expect([partly.canBeShown, partly.reason]).toEqual([true, 'No colour']);
  expect(thingOf({ ...LAMP, mappable: 'unmappable' }).canBeShown).toBe(false);
});

it('names a home by its label, else by who makes it', () => {
  expect(homeName({ label: '', vendor_name: 'Apple' })).toBe('Apple');
  expect(homeName({})).toBe('');
});
