import { describe, expect, it } from 'vitest';
import { CHANGES } from '../../../device-model/test/changes.js';
import { readyHouse } from '../../../device-model/test/house.js';
import { recordHouse } from './record-house.js';

describe('a recorded house', () => {
  // Each copy has a language of its own.
  it.each(Object.entries(CHANGES).filter(([name]) => name !== 'setLocale'))('tells %s', (_, change) => {
    let told = 0;
    const house = recordHouse(readyHouse().house, () => {
      told += 1;
    });
    change(house);
    expect(told).toBeGreaterThan(0);
  });
});
