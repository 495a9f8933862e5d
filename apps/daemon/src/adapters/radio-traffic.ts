import type { KeptTraffic, RadioTrafficRecords } from '@ccu-gateway/gateway-core/parts';
import type { Storage } from '@ccu-gateway/storage';
import { z } from 'zod';
import { askStorage } from '../storage/storage-refusal.js';

const hours = z.array(z.int().min(0)).length(24);
const kept = z.object({
  newest: z.int(),
  unlisted: hours,
  rows: z.array(
    z.object({
      key: z.string(),
      hours,
      label: z.object({
        central: z.string(),
        address: z.string(),
        interfaceId: z.string(),
        isOverTheAir: z.boolean(),
        subject: z.string().exactOptional(),
        scheme: z.string().exactOptional(),
        token: z.string().exactOptional(),
        home: z.string().exactOptional(),
        client: z.string().exactOptional(),
      }),
    }),
  ),
});
const stored: z.ZodType<KeptTraffic> = z.object({ since: z.number(), writes: kept, reports: kept });

const KEY = 'radio-traffic';

/** Counts of the radio traffic as JSON in the database of this machine; undefined without one. */
export function radioTrafficRecords(store: Storage['ccuState'] | undefined): RadioTrafficRecords | undefined {
  if (store === undefined) return undefined;
  return {
    async load() {
      const text = await askStorage(() => store.load(KEY));
      return text === undefined ? undefined : stored.parse(JSON.parse(text));
    },
    save: (traffic) => askStorage(() => store.save(KEY, JSON.stringify(traffic))),
  };
}
