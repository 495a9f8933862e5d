import { describe, expect, it } from 'vitest';
import { PartFailures } from './part-failures.js';

describe('parts that cannot be read', () => {
  it('are unread until they were read once, and stale after the second failure in a row', () => {
    const failures = new PartFailures();
    failures.add('programs');
    expect([...failures.list()]).toEqual([['programs', 'unread']]);
    failures.succeeded('programs');
    expect([...failures.list()]).toEqual([]);
    failures.add('programs');
    expect([...failures.list()]).toEqual([]);
    failures.add('programs');
    expect([...failures.list()]).toEqual([['programs', 'stale']]);
  });

  it('are tried again ever more slowly, but not later than their turn', () => {
    const failures = new PartFailures();
    expect(failures.nextMs('inbox', 60_000)).toBe(60_000);
    failures.add('inbox');
    expect(failures.nextMs('inbox', 60_000)).toBe(5_000);
    failures.add('inbox');
    expect(failures.nextMs('inbox', 60_000)).toBe(10_000);
    for (let times = 0; times < 5; times += 1) failures.add('inbox');
    expect(failures.nextMs('inbox', 60_000)).toBe(60_000);
  });

  it('are tried again after another pause where one is given', () => {
    const failures = new PartFailures(40);
    failures.add('inbox');
    expect(failures.nextMs('inbox', 60_000)).toBe(40);
    failures.add('inbox');
    expect(failures.nextMs('inbox', 60_000)).toBe(80);
  });

  it('are tried again also where they have no turn', () => {
    const failures = new PartFailures();
    failures.add('inbox');
    expect(failures.nextMs('inbox', 0)).toBe(5_000);
    failures.succeeded('inbox');
    expect(failures.nextMs('inbox', 0)).toBe(0);
  });
});
