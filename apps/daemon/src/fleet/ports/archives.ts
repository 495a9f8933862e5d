import type { BackupFile, Backups } from '@ccu-gateway/gateway-core/use-cases';
import { createMembers, type Member, type MembersRemote } from './members.js';

/** An archive, and the gateway that keeps it; undefined for this one. */
export interface Kept {
  readonly file: BackupFile;
  readonly member: Member | undefined;
}

/** Longer than the largest archive takes over a slow network. */
export const TRANSFER_MS = 3_600_000;
/** Of an archive in one answer. */
const PIECE_BYTES = 524_288;

export type Archives = ReturnType<typeof createArchives>;

/** Archives that other gateways keep. */
export function createArchives(remote: MembersRemote) {
  const { all, ask } = createMembers(remote);
  return {
    all,
    async list(member: Member): Promise<readonly Kept[]> {
      const files = await ask(member, 'backups.list', []);
      return (Array.isArray(files) ? files : []).filter(isFile).map((file) => ({ file, member }));
    },
    at: (member: Member, method: string, id: string, isChange = false) =>
      ask(member, `backups.${method}`, [id], { timeoutMs: TRANSFER_MS, isChange }),
    /** Of one that is kept, from this byte on. */
    read: (member: Member, id: string, from: number) =>
      pieces((at) => ask(member, 'backups.read', [id, from + at], { timeoutMs: TRANSFER_MS })),
    /** Of one that is uploaded there. */
    take: (member: Pick<Member, 'id' | 'name'>, id: string) =>
      pieces(() => ask(member, 'backups.piece', [id], { timeoutMs: TRANSFER_MS })),
  };
}

/** Each is asked for when it is wanted; an empty one is the end. */
async function* pieces(ask: (at: number) => Promise<unknown>): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const piece = await ask(at);
    if (!(piece instanceof Uint8Array) || piece.byteLength === 0) return;
    at += piece.byteLength;
    yield piece;
  }
}

/** A message of another process may be anything. */
function isFile(file: unknown): file is BackupFile {
  const { id, central, filename, bytes, createdAt } = Object(file) as Partial<Record<keyof BackupFile, unknown>>;
  return (
    [id, central, filename].every((each) => typeof each === 'string') &&
    Number.isSafeInteger(bytes) &&
    Number.isSafeInteger(createdAt)
  );
}

/** One piece of an archive; empty behind its end. */
export async function pieceOf(own: Pick<Backups, 'open'>, id: string, from: number): Promise<Uint8Array> {
  const { content } = await own.open(id, Math.max(0, from));
  const reading = content.values();
  const piece = await nextPiece(reading);
  await reading.return?.();
  return piece.subarray(0, PIECE_BYTES);
}

/**
 * The next piece of the content, empty behind its end. Each costs two ways over the network, which the client of an
 * upload waits for, and not for ever: it is no smaller than it may be.
 */
export async function nextPiece(reading: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let length = 0; length < PIECE_BYTES; ) {
    const { done, value } = await reading.next();
    if (done === true) break;
    parts.push(value);
    length += value.byteLength;
  }
  return Buffer.concat(parts);
}

/** Ends with an error where there are more bytes than that, or fewer: a reader must not take it for the whole. */
export async function* wholeOf(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of content) {
    left -= piece.byteLength;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new Error('an archive has changed while it was read');
}
