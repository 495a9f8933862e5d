import {
  type ArchiveCheck,
  type ArchiveReport,
  createArchiveCheck,
  DamagedArchive,
} from '@ccu-gateway/gateway-core/parts';
import { createGunzipCheck, type GunzipCheck, UnpacksTooLarge } from '../archive/gunzip-check.js';
import { TarDamage } from '../archive/tar-header.js';
import { createTarWalk, type MemberSink, type TarEnd } from '../archive/tar-walk.js';

/** Reads an archive as it passes by; nothing of it is kept. */
export interface SbkInspector {
  /** Answers which bytes of the chunk are of the archive. @throws DamagedArchive */
  push(chunk: Uint8Array): Promise<Uint8Array>;
  /** After the last byte. @throws DamagedArchive */
  finish(): TarEnd & { readonly report: ArchiveReport };
  /** Lets go without a verdict. */
  abandon(): void;
}

const MAX_TEXT = 64 * 1024;
/** As much as an archive may have at all. */
const MAX_MEMBER_BYTES = 2 * 1024 * 1024 * 1024;
/** A hundred times the unpacked configuration of an installation. */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024 * 1024;

/**
 * A `.sbk` is a tar, one of its members the compressed configuration. The reader sees that every header carries its
 * checksum and that the members are there to their last byte; the check decides which members there must be. A CCU3
 * puts the page of an error behind a complete archive: bytes after the end blocks are no part of it.
 */
export function createSbkInspector(): SbkInspector {
  const check = createArchiveCheck();
  let version = '';
  let configuration: GunzipCheck | undefined;
  const text: MemberSink = {
    write(bytes) {
      if (version.length < MAX_TEXT) version += bytes.toString('latin1');
    },
    end() {},
  };
  const walk = createTarWalk({
    maxMemberBytes: MAX_MEMBER_BYTES,
    member({ name }) {
      const treatment = check.member(name);
      if (treatment === 'read') return text;
      if (treatment === 'skip') return undefined;
      configuration = createGunzipCheck(MAX_UNPACKED_BYTES);
      return configuration;
    },
  });
  return {
    push: (chunk) => walk.push(chunk).catch((error: unknown) => Promise.reject(damage(error, check))),
    finish() {
      try {
        const end = walk.finish();
        return { ...end, report: check.finish(version) };
      } catch (error) {
        throw damage(error, check);
      }
    },
    abandon: () => configuration?.abandon(),
  };
}

/** The error that ended the reading of an archive, as a message for users. */
function damage(error: unknown, { members }: ArchiveCheck): unknown {
  if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
    return new DamagedArchive('The configuration in the archive is damaged');
  }
  if (error instanceof UnpacksTooLarge) {
    return new DamagedArchive('The configuration in the archive unpacks to more than any CCU has');
  }
  if (!(error instanceof TarDamage)) return error;
  if (error.kind === 'cut') return new DamagedArchive('The archive ends too early');
  if (members === 0) return new DamagedArchive('This is no backup of a CCU');
  return new DamagedArchive(
    error.kind === 'header'
      ? 'A header of the archive is damaged'
      : 'A header of the archive states a size that no archive has',
  );
}
