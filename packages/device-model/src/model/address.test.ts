import { isAddress, readAddress } from '@ccu-gateway/ccu-client/interfaces';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { parseAddress } from './address.js';
import { uniqueIds } from './unique-id.js';

/** Addresses as interfaces write them, and every other text. */
const character = fc.oneof(
  fc.constantFrom(...'ABCQEZ019abcz-_*/%#+. äöüÄß€&\'"\\()[]{}?=,;~@:'),
  anyText({ minLength: 1, maxLength: 1 }),
);
const text = fc.oneof(
  fc.array(character, { maxLength: 70 }).map((list) => list.join('')),
  fc.constantFrom(
    '*QEQ0000001',
    'HU-Philips hue',
    'HU-Hue Surimu ',
    'BidCoS-RF',
    'bidcos-rf',
    'BIDCOS_RF',
    'INT0000001',
  ),
);
const address = text.filter((each) => isAddress(each) && !each.includes(':'));

describe('an address', () => {
  it.each(['*QEQ0000001:1', 'HU-Hue Surimu :3', 'Büro/Küche 50 % #1+2.x', 'A'])('%s is taken apart', (whole) => {
    expect(parseAddress(whole)).toEqual(readAddress(whole));
    expect(readAddress(whole)).toBeDefined();
  });

  it('is taken apart in the model as it is judged where it comes in', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 9999 }), (device, channel) => {
        for (const whole of [device, `${device}:${channel}`]) {
          if (isAddress(whole)) expect(parseAddress(whole)).toEqual(readAddress(whole));
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('an id', () => {
  const ids = uniqueIds('ccu', () => ({ name: 'home', serial: 'QEQ1234567' }));
  const all = (device: string) => [
    ids.dataPoint(device, 1, 'STATE'),
    ids.calculated(device, 1, 'STATE'),
    ids.eventGroup(device, 1, 'keypress'),
    ids.customDataPoint(device, 1),
    ids.weekProfile(device),
  ];

  it('of an address as makers give them is in small letters with underscores', () => {
    expect(ids.dataPoint('0001D3C99C0001', 4, 'STATE')).toBe('ccu_0001d3c99c0001_4_state');
    expect(ids.dataPoint('HmIP-RCV-1', 1, 'PRESS_SHORT')).toBe('ccu_qeq1234567_hmip_rcv_1_1_press_short');
    expect(ids.dataPoint('CUX2801001', 1, 'STATE')).toBe('ccu_qeq1234567_cux2801001_1_state');
  });

  it('of a team keeps its asterisk apart from the detector of the same serial number', () => {
    expect(ids.dataPoint('*QEQ0000001', 1, 'STATE')).toBe('ccu_--002aQEQ0000001_1_state');
  });

  it('is never that of two addresses', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        fc.pre(one !== other);
        const known = new Set(all(one));
        expect(known.size).toBe(5);
        expect(all(other).filter((id) => known.has(id))).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('distinguishes addresses that differ in case, sign or blank only', () => {
    const alike = ['AB-C', 'AB_C', 'ab-c', 'AB C', 'AB.C', 'AB/C', 'AB%C', 'AB-C ', '*AB-C', 'ÄB-C', 'ABC', 'A B-C'];
    expect(new Set(alike.flatMap(all)).size).toBe(5 * alike.length);
  });
});
