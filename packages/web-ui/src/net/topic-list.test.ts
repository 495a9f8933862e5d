import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTopics, writeTopics } from './topic-list.js';

it('returns every topic of a device, with any characters in its address', () => {
  const address = fc.array(fc.constantFrom(...'AB, %2C5#+*/.ä'), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(address), (addresses) => {
      const topics = addresses.map((each) => `devices/${each.join('')}/#`);
      expect(readTopics(writeTopics(topics))).toEqual(topics);
    }),
  );
  expect(readTopics('devices/A/#, hub/home/sysvars/50 %,')).toEqual(['devices/A/#', 'hub/home/sysvars/50 %']);
});
