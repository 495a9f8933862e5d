import { describe, expect, it } from 'vitest';
import { describeAuthStores } from '../testing/stores.js';
import { createMemoryStores } from './stores.js';

describeAuthStores({ describe, it, expect }, 'in memory', async () => ({
  stores: createMemoryStores(),
  close: () => undefined,
}));
