import { type Clock, GatewayError } from '@ccu-gateway/gateway-core';
import type { Reply } from '../operation/operation.js';

export const IDEMPOTENCY_TTL_MS = 5 * 60_000;
const MAX_ENTRIES = 2_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

interface Entry {
  readonly reply: Promise<Reply>;
  readonly expiresAt: number;
}

export interface Idempotency {
  /**
   * Runs `work` once for each (caller, method, path, key) within five minutes. A repetition gets the same answer, also
   * while the first is still under way. Failures are not remembered: what was not done may be tried again.
   */
  once(scope: readonly string[], key: string, work: () => Promise<Reply>): Promise<Reply>;
}

export function createIdempotency(clock: Clock): Idempotency {
  const entries = new Map<string, Entry>();

  return {
    async once(scope, key, work) {
      if (!KEY.test(key)) {
        throw new GatewayError('bad_request', 'Idempotency-Key must be 1 to 255 printable characters', {
          reason: 'idempotency_key_invalid',
        });
      }
      const now = clock.now();
      forgetOld(entries, now);
      const id = JSON.stringify([...scope, key]);
      const known = entries.get(id);
      if (known !== undefined) {
        const reply = await known.reply;
        return { ...reply, headers: { ...reply.headers, 'idempotent-replay': 'true' } };
      }
      const reply = work();
      entries.set(id, { reply, expiresAt: now + IDEMPOTENCY_TTL_MS });
      try {
        return await reply;
      } catch (error) {
        entries.delete(id);
        throw error;
      }
    },
  };
}

/** Entries stand in the order of their expiry, because all live equally long. */
function forgetOld(entries: Map<string, Entry>, now: number): void {
  for (const [id, entry] of entries) {
    if (entry.expiresAt > now && entries.size < MAX_ENTRIES) break;
    entries.delete(id);
  }
}
