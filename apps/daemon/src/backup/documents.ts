import type { OwnBackup, OwnBackupContents } from '@ccu-gateway/contract/types';
import type { ListedBackup } from './directory.js';
import { KEY_PART, type Manifest } from './manifest.js';

/** A backup of a directory as the API and `--json` say it. */
export function backupDocument(entry: ListedBackup): OwnBackup {
  return {
    id: entry.id,
    bytes: entry.bytes,
    created_at: new Date(entry.createdAt).toISOString(),
    host: entry.host ?? null,
    gateway_version: entry.gatewayVersion ?? null,
    with_key: entry.withKey ?? null,
    parts: entry.parts ?? [],
    sha256: entry.sha256 ?? null,
    verified_at: entry.verifiedAt === undefined ? null : new Date(entry.verifiedAt).toISOString(),
    problem: entry.problem ?? null,
  };
}

/** Contents of a verified backup. */
export function contentsDocument(
  { id, created_at, host, gateway_version, key_id, parts }: Manifest,
  file: { readonly sha256: string; readonly bytes: number },
): OwnBackupContents {
  return {
    id,
    created_at,
    host,
    gateway_version,
    key_id: key_id ?? null,
    with_key: parts.some(({ name }) => name === KEY_PART),
    parts: parts.map(({ name, bytes, schema }) => ({ name, bytes, ...(schema !== undefined && { schema }) })),
    sha256: file.sha256,
    bytes: file.bytes,
  };
}
