import type { FirmwarePlan, FirmwareRecords } from '@ccu-gateway/gateway-core/parts';
import type { Storage } from '@ccu-gateway/storage';
import { z } from 'zod';
import { askStorage } from '../storage/storage-refusal.js';

const minute = z.int().min(0).max(1_439);
/** The stored form of the plan. A document of another version may have other members. */
const stored: z.ZodType<FirmwarePlan> = z.object({
  settings: z.object({
    when: z.enum(['now', 'night']),
    nightFrom: minute,
    nightTo: minute,
    maxDutyCycle: z.number(),
    paused: z.boolean(),
  }),
  updates: z.array(
    z.object({
      id: z.string(),
      central: z.string(),
      interfaceName: z.string(),
      address: z.string(),
      by: z.string(),
      addedAt: z.number(),
      from: z.string(),
      to: z.string(),
      state: z.enum(['queued', 'ordered', 'asleep', 'done', 'failed', 'aborted']),
      tries: z.int(),
      orderedAt: z.number().exactOptional(),
      isSent: z.literal(true).exactOptional(),
      isUnsure: z.literal(true).exactOptional(),
      notBefore: z.number().exactOptional(),
      triedAt: z.number().exactOptional(),
      endedAt: z.number().exactOptional(),
      reason: z.string().exactOptional(),
    }),
  ),
});

const KEY = 'firmware-plan';

/** The plan of firmware updates as JSON in the database of this machine; undefined without one. */
export function firmwareRecords(store: Storage['ccuState'] | undefined): FirmwareRecords | undefined {
  if (store === undefined) return undefined;
  return {
    async load() {
      const text = await askStorage(() => store.load(KEY));
      return text === undefined ? undefined : stored.parse(JSON.parse(text));
    },
    save: (plan) => askStorage(() => store.save(KEY, JSON.stringify(plan))),
  };
}
