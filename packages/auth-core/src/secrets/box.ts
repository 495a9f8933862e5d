import { createCipheriv, createDecipheriv } from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from '../crypto/base64.js';
import type { Random } from '../model/ports.js';
import { SecretError } from './error.js';
import { deriveKey, keyIdOf } from './master-key.js';

const grammar = /^enc:v1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/;
const nonceBytes = 12;
const tagBytes = 16;

/** Seals values for one field each. `path` is the field's full path: a value moved elsewhere does not open there. */
export interface SecretBox {
  readonly keyId: string;
  /** `enc:v1:<key id>:<base64url of nonce, ciphertext and tag>` */
  seal(plain: string, path: string): string;
  /** Throws `SecretError` for a value that this key did not seal for this path. */
  open(sealed: string, path: string): string;
}

/**
 * A box with values that open with the same master key (32 bytes) only. AES-256-GCM; each value is bound to its path.
 *
 * @example
 * const box = createSecretBox(parseMasterKey(keyText), systemRandom);
 * const sealed = box.seal('s3cret', 'smtp.password');
 * box.open(sealed, 'smtp.password'); // 's3cret'
 */
export function createSecretBox(masterKey: Uint8Array, random: Random): SecretBox {
  const key = deriveKey(masterKey, 'config');
  const keyId = keyIdOf(masterKey);
  return {
    keyId,
    seal: (plain, path) => {
      const nonce = random(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(path, 'utf8'));
      const sealed = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `enc:v1:${keyId}:${encodeBase64Url(Buffer.concat(sealed))}`;
    },
    open: (sealed, path) => {
      const [, sealedWith, content = ''] = grammar.exec(sealed) ?? [];
      const bytes = decodeBase64Url(content);
      if (sealedWith === undefined || !bytes || bytes.byteLength < nonceBytes + tagBytes) {
        throw new SecretError('secret_damaged', `${path}: the sealed value is not readable`);
      }
      if (sealedWith !== keyId) throw new SecretError('secret_key_unknown', `${path}: sealed with another key`);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        });
        decipher.setAAD(Buffer.from(path, 'utf8')).setAuthTag(bytes.subarray(-tagBytes));
        const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
        return plain.toString('utf8');
      } catch {
        throw new SecretError('secret_damaged', `${path}: the value was changed, or sealed for another field`);
      }
    },
  };
}

/**
 * True when a text has the form of a sealed value.
 *
 * @example
 * isSealed('enc:v1:0123abcd:…'); // true
 * isSealed('plain'); // false
 */
export function isSealed(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('enc:');
}

/**
 * The same value under another key.
 *
 * @example
 * const sealed = resealValue(old, 'smtp.password', { from: oldBox, to: newBox });
 */
export function resealValue(
  sealed: string,
  path: string,
  boxes: { readonly from: SecretBox; readonly to: SecretBox },
): string {
  return boxes.to.seal(boxes.from.open(sealed, path), path);
}
