import { describe, expect, it } from 'vitest';
import { factsOf } from '../model/interfaces.js';
import { radioCost, receptionModes, receptionOf } from './airtime.js';

const BIDCOS = factsOf('BidCos-RF');
const HMIP = factsOf('HmIP-RF');
const VALUE = { paramsetKey: 'VALUES', parameters: 1, reception: 'always' } as const;

describe('the cost of a write', () => {
  it('is one frame for each value, or one for all where they go together', () => {
    expect(radioCost(BIDCOS, { ...VALUE, parameters: 3 }).frames).toBe(3);
    expect(radioCost(HMIP, { ...VALUE, parameters: 3 }).frames).toBe(1);
  });

  it('is about one percent of an hour for a device that must be woken', () => {
    const { frames, airtimeMs } = radioCost(BIDCOS, { ...VALUE, reception: 'burst' });
    expect(frames).toBe(1);
    expect(airtimeMs).toBeGreaterThan(360);
    expect(radioCost(BIDCOS, { ...VALUE, wakes: true }).airtimeMs).toBe(airtimeMs);
    expect(radioCost(BIDCOS, { ...VALUE, reception: 'asleep' })).toEqual(radioCost(BIDCOS, VALUE));
  });

  it('grows with the frames that a configuration fills', () => {
    const frames = (parameters: number) => radioCost(BIDCOS, { ...VALUE, paramsetKey: 'MASTER', parameters }).frames;
    expect([1, 7, 8].map(frames)).toEqual([3, 3, 4]);
  });

  it('is nothing where nothing is sent over the air', () => {
    const nothing = { frames: 0, airtimeMs: 0 };
    expect(radioCost(factsOf('VirtualDevices'), VALUE)).toEqual(nothing);
    expect(radioCost(HMIP, { ...VALUE, reception: 'none' })).toEqual(nothing);
    expect(radioCost(HMIP, { ...VALUE, parameters: 0 })).toEqual(nothing);
  });
});

describe('the reception of a device', () => {
  it('follows the bits of its description', () => {
    const of = (rxMode: number) => receptionOf(BIDCOS, 'HM-LC-Sw1-FM', receptionModes(rxMode));
    expect([0, 1, 3, 2, 14, 4, 8, 16].map(of)).toEqual([
      'always',
      'always',
      'always',
      'burst',
      'burst',
      'asleep',
      'asleep',
      'asleep',
    ]);
  });

  it('is none on a wired bus and on an interface without a radio', () => {
    expect(receptionOf(HMIP, 'HmIPW-DRS8', receptionModes(1))).toBe('none');
    expect(receptionOf(factsOf('CUxD'), 'HM-LC-Sw1-Pl', undefined)).toBe('none');
    expect(receptionOf(HMIP, 'HmIP-PS', undefined)).toBe('always');
  });
});
