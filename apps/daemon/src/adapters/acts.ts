import type { Act, ActRecords } from '@ccu-gateway/gateway-core/parts';
import type { Storage } from '@ccu-gateway/storage';
import { z } from 'zod';
import type { Log } from '../log/log.js';
import { askStorage } from '../storage/storage-refusal.js';

const value = z.union([z.boolean(), z.number(), z.string()]);

/** The stored form of an act. A document of another version may have other members. */
const stored: z.ZodType<Act> = z.object({
  id: z.string(),
  name: z.string(),
  by: z.string(),
  startedAt: z.number(),
  endsAt: z.number().exactOptional(),
  undoUntil: z.number().exactOptional(),
  state: z.enum(['sending', 'active', 'ending', 'ended']),
  endedAt: z.number().exactOptional(),
  writes: z.array(
    z.object({
      central: z.string(),
      deviceAddress: z.string(),
      channel: z.number(),
      parameter: z.string(),
      value,
      before: value.exactOptional(),
      state: z.enum(['waiting', 'set', 'refused', 'taken_over', 'restored', 'kept']),
      sentAt: z.number().exactOptional(),
      isConfirmed: z.literal(true).exactOptional(),
      reason: z.string().exactOptional(),
    }),
  ),
});

const PREFIX = 'acts:';

/** Acts as JSON in the database of this machine; undefined without one. */
export function actRecords(store: Storage['ccuState'] | undefined, log: Log): ActRecords | undefined {
  if (store === undefined) return undefined;

  async function read(key: string): Promise<readonly Act[]> {
    try {
      return [stored.parse(JSON.parse((await store?.load(key)) ?? ''))];
    } catch (error) {
      log.warn('a stored act is unreadable and was left out', { key, error });
      return [];
    }
  }

  return {
    load: () => askStorage(async () => (await Promise.all((await store.keys(PREFIX)).map(read))).flat()),
    save: (id, act) => askStorage(() => store.save(PREFIX + id, act === undefined ? undefined : JSON.stringify(act))),
  };
}
