import type { BackupFile } from './backups.js';

/** Data of an archive about itself. */
export type ArchiveReport = Pick<BackupFile, 'firmwareVersion' | 'product'>;

/** The storage for archives, each with a note about its contents. An unfinished archive is never listed. */
export interface BackupFiles {
  /** Name of the storage, for people. */
  readonly dir: string;
  /** Newest first. */
  list(): Promise<readonly BackupFile[]>;
  /** One of them; undefined for an unlisted one. */
  entry(id: string): Promise<BackupFile | undefined>;
  /**
   * Writes an archive while checking it (`createArchiveCheck`); it appears only when it is complete, without bytes
   * after its end. `progress` receives the number of bytes so far. Rejects with `DamagedArchive`, with
   * `ArchiveTooLarge`, and with errors of reading or writing.
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
  /** True when there was one. */
  remove(id: string): Promise<boolean>;
  /** Removes unfinished archives with a last byte before that time, in milliseconds since the Unix epoch. */
  sweep(before: number): Promise<void>;
}
