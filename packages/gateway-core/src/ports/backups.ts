/** An archive of a CCU that the gateway keeps. */
export interface BackupFile {
  /** Made here; safe as a file name. */
  readonly id: string;
  readonly central: string;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly filename: string;
  readonly firmwareVersion?: string;
  readonly product?: string;
  /** SHA-256 of the archive in hex. */
  readonly sha256?: string;
  /** Number of bytes behind its end blocks; they were cut off. */
  readonly cutOffBytes?: number;
}

/** An archive that is handed out. `content` must be read to its end or cancelled. */
export interface BackupDownload {
  readonly filename: string;
  readonly bytes: number;
  readonly content: ReadableStream<Uint8Array>;
}

/** The storage for archives, of all gateways where there are several: number of archives, and their bytes in all. */
export interface BackupStorage {
  /** False when archives cannot be kept. */
  readonly available: boolean;
  readonly count: number;
  readonly bytes: number;
  /** Absent with several gateways. */
  readonly dir?: string;
}

/** Result of the last backup of a CCU, or progress of the present one. */
export interface BackupStatus {
  readonly state: 'idle' | 'running' | 'done' | 'failed';
  readonly id?: string;
  readonly central?: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly bytes?: number;
  /** One sentence for people. */
  readonly error?: string;
}

/**
 * System backups of CCUs (`.sbk`), kept in a directory of the gateway that made them. Rejects with
 * a `GatewayError`: `not_found` for an unknown id, `service_unready` without a storage for archives or when a gateway
 * that may keep some does not answer.
 */
export interface Backups {
  /** Newest first. */
  list(): Promise<readonly BackupFile[]>;
  storage(): Promise<BackupStorage>;
  /** Begins; `backup.progress` events report its progress. Rejects with `conflict` while one of that CCU runs. */
  start(central: string): Promise<{ readonly id: string }>;
  status(central: string): Promise<BackupStatus>;
  /** `content` begins at this byte, default 0; `bytes` are those of the whole. */
  open(id: string, from?: number): Promise<BackupDownload>;
  /**
   * Takes an archive that was downloaded earlier. Rejects with `unprocessable` (reason `backup_damaged`) when it is none or
   * not whole, and keeps nothing; with `payload_too_large` beyond the limit.
   */
  store(upload: {
    readonly central: string;
    readonly filename: string;
    readonly content: AsyncIterable<Uint8Array>;
  }): Promise<BackupFile>;
  /** Reads the whole archive. Rejects with `unprocessable` (reason `backup_damaged`) when it is not whole. */
  verify(id: string): Promise<BackupFile>;
  /** True when there was one. */
  remove(id: string): Promise<boolean>;
  /** Plays an archive back. Rejects with `not_implemented` and the reason if the CCU has no command for it. */
  restore(id: string): Promise<void>;
}
