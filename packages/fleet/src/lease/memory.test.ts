import { describe, expect, it } from 'vitest';
import { createDrivenTime, describeLeases } from '../testing/index.js';
import { openLeaseKeeper } from './keeper.js';
import { createMemoryLeases } from './memory.js';

const ttlMs = 10_000;

describeLeases({ describe, it, expect }, 'leases in memory', async () => {
  const time = createDrivenTime();
  const { environment } = time;
  const leases = createMemoryLeases({ ttlMs, elapsed: environment.elapsed });
  return {
    ttlMs,
    elapsed: environment.elapsed,
    async open(name) {
      const table = leases.open();
      return { keeper: openLeaseKeeper({ table, name, environment }), cut: table.cut };
    },
    empty: async () => leases.empty(),
    async until(condition) {
      for (let steps = 0; !condition(); steps += 1) {
        if (steps > 10_000) throw new Error('it never was so');
        await time.advance(10);
      }
    },
    dispose: async () => {},
  };
});
