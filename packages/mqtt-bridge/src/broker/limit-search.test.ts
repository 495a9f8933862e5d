import { expect, it } from 'vitest';
import { createLimitSearch } from './limit-search.js';
import { BrokerDisconnect } from './reasons.js';

it('a broker that names the cause has a limit at once', () => {
  const search = createLimitSearch();
  expect(search.ended(new BrokerDisconnect(149, undefined), 60_000)).toBe(30_000);
  expect(search.limit).toBe(30_000);
  expect(search.ended(new BrokerDisconnect(149, undefined), 29_000)).toBe(14_500);
});

it('the same packet at two ends in a row points to a limit; another one, or none, does not', () => {
  const search = createLimitSearch();
  expect(search.ended(undefined, 60_000)).toBeUndefined();
  expect(search.ended(undefined, 50_000)).toBeUndefined();
  expect(search.ended(undefined, 0)).toBeUndefined();
  expect(search.ended(undefined, 50_000)).toBeUndefined();
  expect(search.ended(undefined, 50_000)).toBe(25_000);
});

it('never goes below the size that the topics of an installation need', () => {
  const search = createLimitSearch();
  for (let round = 0; round < 20; round += 1) search.ended(new BrokerDisconnect(149, undefined), 5_000);
  expect(search.limit).toBe(4_096);
});
