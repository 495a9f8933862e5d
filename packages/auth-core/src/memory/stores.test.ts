import { describe, expect, it } from 'vitest';
import { describeFlowStore } from '../testing/flow-store.js';
import { describeAuthStores } from '../testing/stores.js';
import { createMemoryFlows } from './flows.js';
import { createMemoryStores } from './stores.js';

describeAuthStores({ describe, it, expect }, 'in memory', async () => ({
  stores: createMemoryStores(),
  close: () => undefined,
}));

describeFlowStore({ describe, it, expect }, 'in memory', async () => ({
  store: createMemoryFlows(),
  close: () => undefined,
}));
