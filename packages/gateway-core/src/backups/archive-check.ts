import type { ArchiveReport } from '../ports/backup-files.js';

/** An archive that cannot be trusted, with the reason in one sentence for people. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}

/** More bytes than an archive may have. */
export class ArchiveTooLarge extends Error {
  override readonly name = 'ArchiveTooLarge';
}

/** Checks the contents that a reader finds in an archive. */
export interface ArchiveCheck {
  /** Number of members so far. */
  readonly members: number;
  /** The next member, and its treatment. @throws DamagedArchive */
  member(name: string): 'unpack' | 'read' | 'skip';
  /**
   * After the last member; that the archive reached its end is for its reader. `version` is the text of the member that was to be
   * read. @throws DamagedArchive
   */
  finish(version: string): ArchiveReport;
}

const REQUIRED = ['firmware_version', 'signature', 'usr_local.tar.gz'];
const MAX_MEMBERS = 64;

/**
 * A backup of a CCU (`.sbk`) is taken for whole only when all its members are there, each once, and its configuration unpacks to
 * its end.
 *
 * @example
 * const check = createArchiveCheck();
 * for await (const entry of archive) if (check.member(entry.header.name) === 'skip') entry.resume();
 */
export function createArchiveCheck(): ArchiveCheck {
  const members = new Set<string>();
  return {
    get members() {
      return members.size;
    },
    member(path) {
      const name = path.replace(/^\.\//, '');
      if (members.has(name)) throw new DamagedArchive('The archive lists a member twice');
      if (members.size >= MAX_MEMBERS) throw new DamagedArchive('The archive has too many members');
      members.add(name);
      if (name === 'usr_local.tar.gz') return 'unpack';
      return name === 'firmware_version' ? 'read' : 'skip';
    },
    finish(version) {
      const missing = REQUIRED.filter((name) => !members.has(name));
      if (missing.length > 0) throw new DamagedArchive(`The archive lacks ${missing.join(', ')}`);
      return { ...named('firmwareVersion', version, 'VERSION'), ...named('product', version, 'PRODUCT') };
    },
  };
}

function named(member: keyof ArchiveReport, text: string, key: string): ArchiveReport {
  const value = new RegExp(`^${key}=([\\w.:+ -]{1,64})$`, 'm').exec(text)?.[1]?.trim();
  return value === undefined ? {} : { [member]: value };
}
