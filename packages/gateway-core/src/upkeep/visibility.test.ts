import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel, type ModelEvent } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import { createVisibilityControl } from './visibility.js';

function start() {
  const house = createHouseModel();
  house.addCentral('home', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
  const kept: (readonly string[])[] = [];
  const published: ModelEvent[] = [];
  const trouble = { full: false };
  const visibility = createVisibilityControl({
    house,
    publish: (event) => void published.push(event),
    now: () => 0,
    changed() {},
    records: {
      list: async () => [],
      async replace(_central, patterns) {
        if (trouble.full) throw new Error('disk full');
        kept.push(patterns);
      },
    },
  });
  const shown = () => visibility.list().flatMap(({ patterns }) => patterns.map(({ pattern }) => pattern));
  return { visibility, kept, published, trouble, shown };
}

describe('which hidden parameters are shown', () => {
  it('is kept as far as it was understood, and counts', async () => {
    const { visibility, kept, shown } = start();
    const result = await visibility.replace('home', ['ON_TIME', 'broken:', 'ON_TIME'], 'anna');
    expect(result).toMatchObject({ applied_count: 1, parse_errors: [expect.stringContaining('broken:')] });
    expect(kept).toEqual([['ON_TIME']]);
    expect(shown()).toEqual(['ON_TIME']);
  });

  it('stays as it was when it cannot be kept, or the CCU is unknown', async () => {
    const { visibility, kept, published, trouble, shown } = start();
    await visibility.replace('home', ['ON_TIME'], 'anna');
    trouble.full = true;
    await expect(visibility.replace('home', ['RAMP_TIME'], 'anna')).rejects.toThrow();
    expect(shown()).toEqual(['ON_TIME']);
    expect(published).toEqual([]);
    await expect(visibility.replace('elsewhere', ['RAMP_TIME'], 'anna')).rejects.toMatchObject({ code: 'not_found' });
    expect(kept).toEqual([['ON_TIME']]);
  });
});
