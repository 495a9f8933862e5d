import type { BackupFile } from './backups.js';

/** What an archive says about itself. */
export type ArchiveReport = Pick<BackupFile, 'firmwareVersion' | 'product'>;

/** The place for archives, each with a note of what it is. What is not finished is never listed. */
export interface BackupFiles {
  /** What people call the place. */
  readonly dir: string;
  /** Newest first. */
  list(): Promise<readonly BackupFile[]>;
  /** One of them; undefined for what is not listed. */
  entry(id: string): Promise<BackupFile | undefined>;
  /**
   * Writes an archive while checking it (`createArchiveCheck`); it appears only when it is whole, without what followed its end.
   * `progress` hears of the bytes so far. Rejects with `DamagedArchive`, with `ArchiveTooLarge`, and with what reading or writing throws.
   */
  write(
    backup: Pick<BackupFile, 'id' | 'central' | 'createdAt' | 'filename'>,
    content: AsyncIterable<Uint8Array>,
    options: { readonly maxBytes: number; readonly progress?: (bytes: number) => void },
  ): Promise<BackupFile>;
  /** Reads an archive to its end. Rejects with `DamagedArchive`. */
  inspect(id: string): Promise<ArchiveReport & { readonly sha256: string }>;
  /** From this byte on, default 0; nothing where there are no more. */
  read(id: string, from?: number): ReadableStream<Uint8Array>;
  /** Whether there was one. */
  remove(id: string): Promise<boolean>;
  /** Removes what was left unfinished and got its last byte before that time, in milliseconds since the Unix epoch. */
  sweep(before: number): Promise<void>;
}
