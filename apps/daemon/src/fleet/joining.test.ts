import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { describe, expect, it } from 'vitest';
import { createJoining } from './joining.js';

function start() {
  const time = createDrivenTime(() => 0);
  return { time, joining: createJoining<string>(time.environment) };
}

describe('what a gateway asks before it has joined its fleet', () => {
  it('waits until it has, and no longer', async () => {
    const { joining, time } = start();
    const asked = [joining.wait(), joining.wait()];
    await time.advance(1_000);
    joining.done('there');
    expect(await Promise.all(asked)).toEqual(['there', 'there']);
    expect(await joining.wait()).toBe('there');
    expect(joining.current).toBe('there');
  });

  it('is given up where that takes too long', async () => {
    const { joining, time } = start();
    const asked = joining.wait();
    await time.advance(5_000);
    expect(await asked).toBe(undefined);
    expect(joining.current).toBe(undefined);
  });
});
