import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import { createMemoryDocuments } from '../testing/memory-documents.js';
import { createChannelFlags } from './channel-flags.js';

const LOCKED = { hidden: false, locked: true };
const HIDDEN = { hidden: true, locked: false };
const NEITHER = { hidden: false, locked: false };

async function restored(documents: ReturnType<typeof createMemoryDocuments>) {
  const house = createHouseModel();
  house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
  await createChannelFlags(documents, house).restore('ccu1');
  return house.memory.channelFlags('ccu1');
}

describe('channels that are locked or hidden', () => {
  it('are so again before their device is known, and forgotten when they are neither', async () => {
    const documents = createMemoryDocuments();
    const flags = createChannelFlags(documents, createHouseModel());
    await flags.saveFlags('ccu1', 'A:1', HIDDEN);
    await flags.saveFlags('ccu1', 'A:2', LOCKED);
    await flags.saveFlags('ccu1', 'A:1', NEITHER);
    expect(await restored(documents)).toEqual([{ address: 'A:2', ...LOCKED }]);
    await flags.saveFlags('ccu1', 'A:2', NEITHER);
    expect(documents.kept.size).toBe(0);
  });

  it('are all kept when they are changed at once', async () => {
    const documents = createMemoryDocuments();
    const flags = createChannelFlags(documents, createHouseModel());
    await Promise.all([flags.saveFlags('ccu1', 'A:1', LOCKED), flags.saveFlags('ccu1', 'A:2', HIDDEN)]);
    expect(await restored(documents)).toEqual([
      { address: 'A:1', ...LOCKED },
      { address: 'A:2', ...HIDDEN },
    ]);
  });

  it('cannot be changed where nothing can be kept', async () => {
    const flags = createChannelFlags(undefined, createHouseModel());
    await expect(flags.saveFlags('ccu1', 'A:1', HIDDEN)).rejects.toMatchObject({ code: 'service_unready' });
    await flags.restore('ccu1');
  });
});
