import { describe, expect, it } from 'vitest';
import { startWorld } from './world.js';

describe('the use of a value', () => {
  it('that an older firmware has no method for is named with the interface and the method', async () => {
    await using world = await startWorld({
      prepare: (fake) => {
        fake.mood.missing = 'reportValueUsage';
      },
    });
    await world.connected();
    await expect(world.ccu.reportValueUsage('BidCos-RF', 'LEQ1234567:1', 'PRESS_SHORT', 1)).rejects.toMatchObject({
      code: 'unsupported',
      interfaceName: 'BidCos-RF',
      message: 'BidCos-RF has no method reportValueUsage',
    });
  });
});
