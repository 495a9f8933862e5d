import { describeDescriptionCache, describeStateStore } from '@ccu-gateway/ccu-client/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startStorage, type World } from './fixture.js';

describe('in the database', () => {
  const worlds: World[] = [];
  const storage = async () => {
    const world = await startStorage();
    worlds.push(world);
    return world.storage;
  };
  afterEach(() => {
    for (const world of worlds.splice(0)) world.close();
  });

  describeDescriptionCache({ describe, it, expect }, async () => (await storage()).descriptions);
  describeStateStore({ describe, it, expect }, async () => (await storage()).ccuState);
});
