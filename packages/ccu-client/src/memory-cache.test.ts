import { describe, expect, it } from 'vitest';
import { createMemoryDescriptionCache, createMemoryStateStore } from './memory-cache.js';
import { describeDescriptionCache, describeStateStore } from './testing/index.js';

describe('in memory', () => {
  describeDescriptionCache({ describe, it, expect }, createMemoryDescriptionCache);
  describeStateStore({ describe, it, expect }, createMemoryStateStore);
});
