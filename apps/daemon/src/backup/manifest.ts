import { DATA_FILES } from '@ccu-gateway/storage';
import { z } from 'zod';
import { BackupError } from './errors.js';

/** Manifest of a backup, its first member. */
export const MANIFEST = 'manifest.json';
export const CONFIG_PART = 'config.yaml';
/** The master key, sealed with a passphrase. */
export const KEY_PART = 'secret.key.sealed';

const FORMAT = 'ccu-gateway-backup';
const FORMAT_VERSION = 1;
export const MAX_MANIFEST_BYTES = 64 * 1024;
/** A thousand times the data of an installation. */
export const MAX_UNPACKED_BYTES = 8 * 1024 * 1024 * 1024;

/** Parts that are held in memory. */
const READ_WHOLE: Readonly<Record<string, number>> = { [CONFIG_PART]: 1024 * 1024, [KEY_PART]: 4096 };

const names = [...Object.keys(DATA_FILES), CONFIG_PART, KEY_PART];

const part = z.strictObject({
  name: z.enum(names as [string, ...string[]]),
  bytes: z.int().min(1).max(MAX_UNPACKED_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Of a file of SQLite. */
  schema: z.int().min(1).optional(),
});

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  id: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/),
  created_at: z.iso.datetime(),
  host: z.string().max(64),
  gateway_version: z.string().max(64),
  /** Which master key the sealed values of it need. */
  key_id: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .optional(),
  parts: z.array(part).min(1).max(names.length),
});

export type Manifest = z.infer<typeof manifest>;
export type Part = Manifest['parts'][number];

/** Manifest of a new backup. */
export function newManifest(facts: Omit<Manifest, 'format' | 'format_version'>): Manifest {
  return { format: FORMAT, format_version: FORMAT_VERSION, ...facts };
}

/** @throws BackupError when it is of another program, of a newer version, or says what cannot be */
export function readManifest(text: string): Manifest {
  const said = parse(text);
  if (said?.format !== FORMAT) throw foreign();
  if (typeof said.format_version === 'number' && said.format_version > FORMAT_VERSION) {
    throw new BackupError(
      'backup_newer',
      `a newer version of the gateway made it (format ${said.format_version}, this one knows ${FORMAT_VERSION})`,
      'install the version that made it, or a newer one',
    );
  }
  const read = manifest.safeParse(said);
  if (!read.success) {
    const { path, message } = read.error.issues[0] ?? { path: [], message: 'not readable' };
    throw new BackupError('backup_damaged', `${MANIFEST} in it is not as it must be: ${path.join('.')} ${message}`);
  }
  checkParts(read.data.parts);
  return read.data;
}

function checkParts(parts: readonly Part[]): void {
  if (new Set(parts.map(({ name }) => name)).size < parts.length) {
    throw new BackupError('backup_damaged', `${MANIFEST} in it lists a part twice`);
  }
  for (const [name, { schema, optional }] of Object.entries(DATA_FILES)) {
    const listed = parts.find((entry) => entry.name === name);
    if (listed === undefined && !optional) throw new BackupError('backup_damaged', `it lacks ${name}`);
    if ((listed?.schema ?? 0) > schema) {
      throw new BackupError(
        'backup_newer',
        `a newer version of the gateway made it (${name} has schema ${listed?.schema}, this one knows ${schema})`,
        'install the version that made it, or a newer one',
      );
    }
  }
  const tooMuch = parts.some(({ name, bytes }) => bytes > (READ_WHOLE[name] ?? MAX_UNPACKED_BYTES));
  if (tooMuch || unpackedBytes(parts) > MAX_UNPACKED_BYTES) throw tooLarge();
}

export const unpackedBytes = (parts: readonly Part[]) => parts.reduce((sum, { bytes }) => sum + bytes, 0);

export function foreign(): BackupError {
  return new BackupError(
    'backup_foreign',
    'it is no backup of a gateway',
    'take a file that "ccu-gateway backup create" made; a .sbk is restored on the web page of its CCU',
  );
}

export function tooLarge(): BackupError {
  return new BackupError('backup_too_large', 'it unpacks to more than its declared size, or to more than the limit');
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
