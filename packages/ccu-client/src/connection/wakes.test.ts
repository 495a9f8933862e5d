import { describe, expect, it } from 'vitest';
import { createManualTime } from '../testing/manual-time.js';
import { createWakes } from './wakes.js';

const { signal } = new AbortController();

function start() {
  const time = createManualTime();
  return { time, wakes: createWakes(time.timers) };
}

describe('a rest', () => {
  it('ends at once for what was wished before it: to register anew before all else, what was heard never', async () => {
    const { wakes } = start();
    wakes.wake('heard');
    wakes.wake('look');
    wakes.wake('suspect');
    expect(await wakes.rest(1000, signal)).toBe('look');
    wakes.wake('look');
    wakes.wake('renew');
    wakes.wake('suspect');
    expect(await wakes.rest(1000, signal)).toBe('renew');
  });

  it('of one reason alone ends for no other, and forgets the others', async () => {
    const { wakes } = start();
    wakes.wake('suspect');
    const resting = wakes.rest(1000, signal, 'renew');
    wakes.wake('look');
    wakes.wake('renew');
    wakes.wake('suspect');
    expect(await resting).toBe('renew');
  });

  it('ends with its time when what came before it is out of date', async () => {
    const { time, wakes } = start();
    wakes.wake('renew');
    wakes.forget();
    const resting = wakes.rest(1000, signal);
    await time.advance(1000);
    expect(await resting).toBe('time');
  });

  it('rejects when its caller gives up', async () => {
    const { wakes } = start();
    const stop = new AbortController();
    const resting = wakes.rest(1000, stop.signal);
    stop.abort();
    await expect(resting).rejects.toMatchObject({ code: 'aborted' });
  });
});
