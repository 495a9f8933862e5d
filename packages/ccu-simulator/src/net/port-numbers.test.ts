import { describe, expect, it } from 'vitest';
import { createPortNumbers } from './port-numbers.js';

const ROUND = 549;

async function numbers(nextPort: () => Promise<number>, count: number): Promise<readonly number[]> {
  const drawn: number[] = [];
  for (let index = 0; index < count; index += 1) drawn.push(await nextPort());
  return drawn;
}

describe('numbers for ports of simulated CCUs', () => {
  it('come again only after all others of the source, so that a port that is closed keeps its number', async () => {
    const drawn = await numbers(createPortNumbers(), ROUND + 1);
    expect(new Set(drawn.slice(0, ROUND)).size).toBe(ROUND);
    expect(drawn[ROUND]).toBe(drawn[0]);
  });

  it('are never those of another source, as in another process', async () => {
    const first = await numbers(createPortNumbers(), ROUND);
    const second = await numbers(createPortNumbers(), ROUND);
    expect(second.filter((port) => first.includes(port))).toEqual([]);
  });

  it('lie below the ports that a system gives to connections', async () => {
    const drawn = await numbers(createPortNumbers(), ROUND);
    expect(Math.min(...drawn)).toBeGreaterThan(21_000);
    expect(Math.max(...drawn)).toBeLessThan(32_000);
  });
});
