import { expect, it } from 'vitest';
import { createFakeClock } from '../testing/index.js';
import { rememberHashes } from './recent-hashes.js';

function startCounting() {
  const clock = createFakeClock();
  const hashed: string[] = [];
  const hashOf = rememberHashes((text) => {
    hashed.push(text);
    return `hash of ${text}`;
  }, clock);
  return { clock, hashed, hashOf };
}

it('a text is hashed once in 250 ms, and every text has its own hash', () => {
  const { clock, hashed, hashOf } = startCounting();
  for (const text of ['a', 'b', 'a', 'b', 'a']) expect(hashOf(text)).toBe(`hash of ${text}`);
  clock.advance(249);
  hashOf('b');
  expect(hashed).toEqual(['a', 'b']);
  clock.advance(1);
  expect(hashOf('b')).toBe('hash of b');
  expect(hashed).toEqual(['a', 'b', 'b']);
});

it('at most 256 texts are kept, and further ones have the right hash', () => {
  const { hashed, hashOf } = startCounting();
  for (let index = 0; index < 260; index += 1) hashOf(`${index}`);
  expect(hashOf('259')).toBe('hash of 259');
  expect(hashOf('255')).toBe('hash of 255');
  expect(hashed.slice(256)).toEqual(['256', '257', '258', '259', '259']);
});
