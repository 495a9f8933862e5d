import { hkdfSync } from 'node:crypto';
import { decodeBase64 } from '../crypto/base64.js';
import type { Random } from '../model/ports.js';
import { SecretError } from './error.js';

const keyBytes = 32;

/** Purpose of a sub-key; each purpose has its own, so that none can be used to attack another. */
export type KeyPurpose = 'config' | 'csrf' | 'sessions' | 'audit';

/**
 * Reads a key as it is kept: base64 of 32 bytes, white space around it allowed. Throws `SecretError` with
 * `secret_key_malformed` for any other text.
 *
 * @example
 * const key = parseMasterKey(await readFile('secret.key', 'utf8'));
 */
export function parseMasterKey(text: string): Uint8Array {
  const bytes = decodeBase64(text.trim());
  if (bytes?.byteLength !== keyBytes)
    throw new SecretError('secret_key_malformed', 'the key must be base64 of 32 bytes');
  return bytes;
}

/**
 * A new key in the form in which it is kept.
 *
 * @example
 * await writeFile('secret.key', generateMasterKey(systemRandom), { mode: 0o600 });
 */
export function generateMasterKey(random: Random): string {
  return Buffer.from(random(keyBytes)).toString('base64');
}

/**
 * 32 bytes for one purpose, always the same for the same key.
 *
 * @example
 * const csrfKey = deriveKey(masterKey, 'csrf');
 */
export function deriveKey(masterKey: Uint8Array, purpose: KeyPurpose | 'key-id'): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), `gateway:${purpose}:v1`, keyBytes));
}

/**
 * Eight hex digits that tell keys apart and reveal nothing of them.
 *
 * @example
 * keyIdOf(masterKey); // for example '5f1d7a3c'
 */
export function keyIdOf(masterKey: Uint8Array): string {
  return Buffer.from(deriveKey(masterKey, 'key-id')).toString('hex').slice(0, 8);
}
