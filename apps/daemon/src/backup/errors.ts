/** The stable code of a `BackupError`. */
export type BackupErrorCode =
  | 'backup_not_found'
  /** The file cannot be read, or its directory not be written. */
  | 'backup_no_access'
  | 'backup_disk_full'
  /** It is no backup of a gateway. */
  | 'backup_foreign'
  /** Bytes of it are missing or changed. */
  | 'backup_damaged'
  /** A newer version made it. */
  | 'backup_newer'
  /** It unpacks to more than its stated size, or than the limit. */
  | 'backup_too_large'
  /** The passphrase does not open the key in it. */
  | 'backup_passphrase'
  /** Its contents were sealed with a missing key. */
  | 'backup_key_missing'
  /** Existing files prevent the restore. */
  | 'backup_conflict'
  /** There is one of that name. */
  | 'backup_exists'
  /** A target for backups failed to store or return it. */
  | 'backup_target_failed';

/** Why a backup was not made, found or restored; `fix` is the step that helps. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';

  constructor(
    readonly code: BackupErrorCode,
    message: string,
    readonly fix?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const FULL = ['ENOSPC', 'EDQUOT'];
const NO_ACCESS = ['EACCES', 'EPERM', 'EROFS'];

/** Errors of the file system in words of this part; others stay as they are. */
export function backupError(error: unknown, path: string): unknown {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (error instanceof BackupError || typeof code !== 'string') return error;
  const cause = { cause: error };
  if (FULL.includes(code) || code === 'storage_full') {
    return new BackupError(
      'backup_disk_full',
      `there is no room for it at ${path}; nothing was kept`,
      'make room',
      cause,
    );
  }
  if (NO_ACCESS.includes(code)) {
    // A call of the file system names its own path, which may be another file than the caller was at.
    const { path: refused = path } = error as { readonly path?: string };
    const fix = 'run it as the user the gateway runs as, or give that user the directory: chown -R USER DIRECTORY';
    return new BackupError('backup_no_access', `${refused} cannot be read or written (${code})`, fix, cause);
  }
  if (code === 'ENOENT') {
    return new BackupError('backup_not_found', `${path} does not exist`, 'ccu-gateway backup list', cause);
  }
  if (code === 'ENOTDIR' || code === 'EISDIR') {
    return new BackupError(
      'backup_not_found',
      `${path} is of another kind (${code})`,
      'ccu-gateway backup list',
      cause,
    );
  }
  return error;
}
