import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { generateMasterKey, parseMasterKey } from '@ccu-gateway/auth-core/secrets';
import type { EnvironmentOnly } from './environment.js';
import { ConfigError, type ConfigIssue } from './errors.js';

const KEY_FILE = 'secret.key';
const NEXT_KEY_FILE = 'secret.key.new';

export type MasterKeyOptions = {
  readonly environment: EnvironmentOnly;
  readonly dataDir: string;
  /**
   * Errors for sealed values, with a remedy for each: without their key the start is refused, and no key is generated.
   */
  readonly sealed: (missing: string) => readonly ConfigIssue[];
};

export type KeyFiles = { readonly current: string; readonly next: string };

/** The key in use, and the one that replaces it in a rotation. */
export function keyFiles(dataDir: string): KeyFiles {
  return { current: join(dataDir, KEY_FILE), next: join(dataDir, NEXT_KEY_FILE) };
}

/**
 * The key that secrets are sealed with: `SERVICE_SECRET_KEY`, else the file named by `SERVICE_SECRET_KEY_FILE`, else
 * `<data_dir>/secret.key`, which is created when nothing is sealed yet. @throws ConfigError
 */
export function loadMasterKey({ environment, dataDir, sealed }: MasterKeyOptions): Uint8Array {
  if (environment.secretKey) return decode(environment.secretKey.reveal(), 'environment variable SERVICE_SECRET_KEY');
  if (environment.secretKeyFile) {
    const text = read(environment.secretKeyFile);
    if (text === undefined) {
      throw keyMissing(sealed, environment.secretKeyFile, 'secret_key_missing: the key file does not exist');
    }
    return decode(text, environment.secretKeyFile);
  }
  const { current, next } = keyFiles(dataDir);
  if (existsSync(next)) {
    throw refusal(next, 'a rotation of the key was interrupted; finish it with: ccu-gateway secret rotate');
  }
  const text = read(current);
  if (text !== undefined) return decode(text, current);
  if (sealed(current).length > 0) throw keyMissing(sealed, current, 'secret_key_missing: the key is gone');
  return createKeyFile(current, dataDir);
}

/**
 * The existing key, for commands that only read: none is generated. Undefined where there is none. @throws ConfigError
 */
export function existingMasterKey({
  environment,
  dataDir,
}: Pick<MasterKeyOptions, 'environment' | 'dataDir'>): Uint8Array | undefined {
  if (environment.secretKey) return decode(environment.secretKey.reveal(), 'environment variable SERVICE_SECRET_KEY');
  const file = environment.secretKeyFile || keyFiles(dataDir).current;
  const text = read(file);
  return text === undefined ? undefined : decode(text, file);
}

/** A key that is good for this process only. */
export function temporaryMasterKey(): Uint8Array {
  return parseMasterKey(generateMasterKey(randomBytes));
}

/** The directory takes no new file: nothing is wrong with the configuration. */
export class KeyUnwritten extends ConfigError {
  /** Without the path, which strangers on the sign-in page have no use for. */
  readonly reason: string;

  constructor(file: string, code: string) {
    super('config_invalid', [{ path: '', message: `the key cannot be written (${code})`, origin: file }]);
    this.reason = `the data directory takes no key (${code})`;
  }
}

/** Reads a key file that must exist. @throws ConfigError */
export function readKeyFile(file: string): Uint8Array {
  const text = read(file);
  if (text === undefined) throw refusal(file, 'secret_key_missing: there is no key');
  return decode(text, file);
}

/**
 * Creates a new key, readable by its owner only; an existing one counts. It gets its name when it is complete, so that
 * an interruption leaves no empty file, which would prevent every later start. @throws ConfigError
 */
export function createKeyFile(file: string, dataDir: string): Uint8Array {
  const text = generateMasterKey(randomBytes);
  const unnamed = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeKey(unnamed, text);
    giveName(unnamed, file);
    syncFolder(dataDir);
    return decode(text, file);
  } catch (error) {
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? read(file) : undefined;
    if (other !== undefined) return decode(other, file);
    throw new KeyUnwritten(file, (error as NodeJS.ErrnoException).code ?? 'unknown error');
  } finally {
    rmSync(unnamed, { force: true });
  }
}

function writeKey(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, `${text}\n`);
    // The umask may have taken bits away from the owner as well.
    fchmodSync(descriptor, 0o600);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws EEXIST where something has that name. */
function giveName(unnamed: string, file: string): void {
  try {
    linkSync(unnamed, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) throw error;
    // A file system without links, such as that of a memory stick.
    renameSync(unnamed, file);
  }
}

/** Makes names last through a power cut. */
export function syncFolder(dir: string): void {
  const folder = openSync(dir, 'r');
  try {
    fsyncSync(folder);
  } catch {
    // Not every file system can.
  } finally {
    closeSync(folder);
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
  try {
    return parseMasterKey(text);
  } catch {
    throw refusal(origin, 'expected 32 bytes in base64, for example from: openssl rand -base64 32');
  }
}

function keyMissing(sealed: MasterKeyOptions['sealed'], file: string, message: string): ConfigError {
  const remedy = `sealed, and its key ${file} is gone: put the key back, or write the password again`;
  return new ConfigError('config_invalid', [{ path: '', message, origin: file }, ...sealed(remedy)]);
}

function refusal(origin: string, message: string): ConfigError {
  return new ConfigError('config_invalid', [{ path: '', message, origin }]);
}
