import { describe, expect, it } from 'vitest';
import { describeDescriptionCache, describeStateStore } from '../testing/index.js';
import { createMemoryDescriptionCache, createMemoryStateStore } from './memory-cache.js';

describe('in memory', () => {
  describeDescriptionCache({ describe, it, expect }, createMemoryDescriptionCache);
  describeStateStore({ describe, it, expect }, createMemoryStateStore);
});
