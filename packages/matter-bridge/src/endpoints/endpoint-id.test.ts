import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idFor } from './endpoint-id.js';

describe('the id of an endpoint', () => {
  it('of an ordinary address stays the same', () => {
    expect(idFor('my.home/0001D3C99C0001:3')).toBe('my_home_0001D3C99C0001_3');
    expect(idFor('home/HmIP-RCV-1:1/keys')).toBe('home_HmIP-RCV-1_1_keys');
    expect(idFor('smoke')).toBe('smoke');
  });

  it('has characters that the library takes, and is never that of two addresses', () => {
    const character = fc.constantFrom(...'ABab01-_*/%#+. ä€');
    const address = fc.array(character, { minLength: 1, maxLength: 20 }).map((list) => list.join(''));
    fc.assert(
      fc.property(address, address, (one, other) => {
        const ids = [one, other].map((each) => idFor(`home/${each}:1`));
        for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(ids[0] === ids[1]).toBe(one === other);
      }),
      { numRuns: 2_000 },
    );
  });
});
