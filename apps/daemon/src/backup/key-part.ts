import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BackupError } from './errors.js';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const MIN_PASSPHRASE = 12;
const MAX_PASSPHRASE_BYTES = 1024;

/** 32 MiB of memory, three times over. The cost in a file is bounded, so that a file cannot claim all memory. */
const COST = { n: 32_768, r: 8, p: 3 } as const;
const base64 = (bytes: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === bytes);
const keyPart = z.strictObject({
  kdf: z.literal('scrypt'),
  n: z.literal([16_384, 32_768, 65_536]),
  r: z.literal(8),
  p: z.int().min(1).max(4),
  salt: base64(16),
  nonce: base64(12),
  tag: base64(16),
  sealed: z.base64().max(512),
});

/** Why it is no passphrase; undefined when it is one. */
export function passphraseFault(passphrase: string): string | undefined {
  if ([...passphrase].length < MIN_PASSPHRASE) return `the passphrase must have at least ${MIN_PASSPHRASE} characters`;
  if (Buffer.byteLength(passphrase) > MAX_PASSPHRASE_BYTES) {
    return `the passphrase must have at most ${MAX_PASSPHRASE_BYTES} bytes`;
  }
  return undefined;
}

/** The master key as a part of the backup `id`, and of no other. */
export async function sealKey(key: string, passphrase: string, id: string): Promise<string> {
  const fault = passphraseFault(passphrase);
  if (fault !== undefined) throw new BackupError('backup_passphrase', fault, 'take a longer one, of several words');
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await deriveFrom(passphrase, salt, COST), nonce);
  cipher.setAAD(boundTo(id));
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  const [s, n, t, c] = [salt, nonce, cipher.getAuthTag(), sealed].map((bytes) => bytes.toString('base64'));
  return JSON.stringify({ kdf: 'scrypt', ...COST, salt: s, nonce: n, tag: t, sealed: c });
}

/** @throws BackupError when the passphrase is another one, or the part is damaged or of another backup */
export async function openKey(text: string, passphrase: string, id: string): Promise<string> {
  const part = keyPart.safeParse(parse(text));
  if (!part.success) throw new BackupError('backup_damaged', 'the sealed key in it is not as it must be');
  const bytes = (member: 'salt' | 'nonce' | 'tag' | 'sealed') => Buffer.from(part.data[member], 'base64');
  const key = await deriveFrom(passphrase, bytes('salt'), part.data);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes('nonce'), { authTagLength: 16 });
  decipher.setAAD(boundTo(id));
  decipher.setAuthTag(bytes('tag'));
  try {
    return Buffer.concat([decipher.update(bytes('sealed')), decipher.final()]).toString('utf8');
  } catch {
    throw new BackupError('backup_passphrase', 'the passphrase does not open the key in it', 'try another passphrase');
  }
}

function deriveFrom(passphrase: string, salt: Buffer, { n, r, p }: { n: number; r: number; p: number }) {
  const maxmem = 128 * n * r + 128 * r * p + 1024 * 1024;
  return derive(passphrase.normalize('NFC'), salt, 32, { N: n, r, p, maxmem });
}

const boundTo = (id: string) => Buffer.from(`ccu-gateway-backup:${id}`);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
