import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../storage/store.js';

const FACT = 'session_mark';

/**
 * Opens the key of the tag by which a gateway recognizes the session ids that it made. It lies in the database and not
 * in the master key, because two gateways of a host may have the same one. Gateways that share their sessions share the
 * tag. Undefined where sessions end with the process.
 */
export async function openSessionMark({
  storage,
  place,
  identity,
  stores,
}: Pick<Store, 'storage' | 'place' | 'identity' | 'stores'>): Promise<Uint8Array | undefined> {
  if (!stores.sessions.durable) return undefined;
  if (place !== undefined) return identity && keyOf(identity.id);
  try {
    const kept = await storage?.facts.get(FACT);
    if (typeof kept === 'string') return keyOf(kept);
    const made = randomBytes(32).toString('base64url');
    await storage?.facts.put(FACT, made);
    return keyOf(made);
  } catch {
    // Ids of this run bear no tag then; sessions work as ever.
    return undefined;
  }
}

const keyOf = (text: string): Uint8Array => createHash('sha256').update(`session mark ${text}`).digest();
