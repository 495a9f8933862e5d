import { describe, expect, it } from 'vitest';
import { createEarlyCalls } from './early-calls.js';

const value = (parameter: string) => ({ kind: 'value', channelAddress: 'A:1', parameter, value: 1 }) as const;
// Only the address is looked at.
const device = (address: string) => ({ ADDRESS: address, TYPE: 'X' }) as never;

describe('calls before the devices are known', () => {
  it('are held in order, and released once', () => {
    const early = createEarlyCalls();
    expect(early.holdValue(value('A'))).toBe(true);
    expect(early.holdValue(value('B'))).toBe(true);
    expect(early.holdDevices([device('D1')])).toBe(true);
    expect(early.release()).toEqual({ values: [value('A'), value('B')], devices: [device('D1')], overflowed: false });
    expect(early.release()).toEqual({ values: [], devices: [], overflowed: false });
  });

  it('are not held any more once the devices are known', () => {
    const early = createEarlyCalls();
    early.release();
    expect(early.holdValue(value('A'))).toBe(false);
    expect(early.holdDevices([device('D1')])).toBe(false);
  });

  it('are bounded: the first values and the last devices are kept, and the loss is told', () => {
    const early = createEarlyCalls(2);
    for (const name of ['A', 'B', 'C']) early.holdValue(value(name));
    early.holdDevices([device('D1'), device('D2')]);
    early.holdDevices([device('D3')]);
    expect(early.release()).toEqual({
      values: [value('A'), value('B')],
      devices: [device('D2'), device('D3')],
      overflowed: true,
    });
  });
});
