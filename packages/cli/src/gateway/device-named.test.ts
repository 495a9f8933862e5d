import { isAddress } from '@ccu-gateway/ccu-client/interfaces';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../terminal/address.js';
import { type House, placeIn } from './device-named.js';

const address = fc
  .array(fc.constantFrom(...'ABCab01-_*/%#+. äß,;"\'$'), { minLength: 1, maxLength: 20 })
  .map((list) => list.join(''))
  .filter(isAddress);

describe('an argument that is the address of a device', () => {
  it('is that device, with any channel', () => {
    fc.assert(
      fc.property(address, fc.integer({ min: 0, max: 9999 }), (device, channel) => {
        // Only the name and the address of a device are read.
        const devices = { devices: [{ address: device, name: 'Lamp' }], channels: [] } as unknown as House;
        expect(placeIn(devices, device)).toEqual({ device, channel: undefined });
        expect(placeIn(devices, `${device}:${channel}`)).toEqual({ device, channel });
        expect(parseAddress(`${device}:${channel}`)).toEqual({ device, channel });
      }),
    );
  });

  it('is refused where it is none', () => {
    for (const text of ['', ':1', 'A:x', 'A:B:1', 'A\nB', '..']) expect(() => parseAddress(text)).toThrow(/an address/);
  });
});
