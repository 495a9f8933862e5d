import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentOnly } from './environment.js';
import { ConfigError } from './errors.js';

export const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;

export type MasterKeyOptions = {
  readonly environment: EnvironmentOnly;
  readonly dataDir: string;
  /** Sealed values exist somewhere: without their key the start is refused, and none is made up. */
  readonly needed: boolean;
};

/**
 * The key that secrets are sealed with: `SERVICE_SECRET_KEY`, else the file named by `SERVICE_SECRET_KEY_FILE`, else
 * `<data_dir>/secret.key`, which is created when nothing is sealed yet. @throws ConfigError
 */
export function loadMasterKey({ environment, dataDir, needed }: MasterKeyOptions): Uint8Array {
  if (environment.secretKey) return decode(environment.secretKey.reveal(), 'environment variable SERVICE_SECRET_KEY');
  if (environment.secretKeyFile) {
    const text = read(environment.secretKeyFile);
    if (text === undefined) throw refusal(environment.secretKeyFile, 'the key file does not exist');
    return decode(text, environment.secretKeyFile);
  }
  const file = join(dataDir, KEY_FILE);
  const text = read(file);
  if (text !== undefined) return decode(text, file);
  if (needed) throw refusal(file, 'secret_key_missing: sealed values exist but their key is gone; put it back');
  return create(file, dataDir);
}

function create(file: string, dataDir: string): Uint8Array {
  const key = randomBytes(KEY_BYTES);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, `${key.toString('base64')}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    // The umask may have taken bits away, never added any; this gives the owner's back.
    chmodSync(file, 0o600);
    return key;
  } catch (error) {
    // Somebody else was first: theirs counts.
    const text = (error as NodeJS.ErrnoException).code === 'EEXIST' ? read(file) : undefined;
    if (text !== undefined) return decode(text, file);
    throw refusal(file, `the key cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOENT') return undefined;
    throw refusal(file, `the key cannot be read (${code})`);
  }
}

function decode(text: string, origin: string): Uint8Array {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, 'base64');
  // Node's decoder skips what is no base64, so a damaged key would silently be another one.
  if (key.length !== KEY_BYTES || key.toString('base64') !== trimmed) {
    throw refusal(origin, `expected ${KEY_BYTES} bytes in base64, for example from: openssl rand -base64 ${KEY_BYTES}`);
  }
  return key;
}

function refusal(origin: string, message: string): ConfigError {
  return new ConfigError('config_invalid', [{ path: '', message, origin }]);
}
