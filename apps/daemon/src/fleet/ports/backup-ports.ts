import { CallError, type CallHandler } from '@ccu-gateway/fleet';
import type { BackupFile, Backups } from '@ccu-gateway/gateway-core';
import { pack, unpack } from './carry.js';
import { answered, createMembers, type Member, type MembersRemote } from './members.js';
import type { Remote } from './remote-ports.js';

/** The gateways of a fleet: any of them may keep archives. */
export type ArchivesRemote = MembersRemote & Pick<Remote, 'isLocal' | 'call'>;

/** Longer than an archive takes to be read, or to be fetched over a slow network. */
const CALL_MS = 600_000;
const LOOK_MS = 5_000;
/** Of an archive in one answer. */
const PIECE_BYTES = 131_072;

/** An archive, and the gateway that keeps it; undefined for this one. */
interface Kept {
  readonly file: BackupFile;
  readonly member: Member | undefined;
}

/**
 * The same backups at every gateway of a fleet. The one with the CCU makes them and keeps them; each lists and hands out those of all, and
 * passes on what is uploaded. While one that was there a moment ago does not answer, there is no list: it would be taken for the whole.
 *
 * @example
 * const backups = remoteBackups(own, fleetPart.remote);
 */
export function remoteBackups(own: Backups, remote: ArchivesRemote): Backups {
  const archives = createArchives(remote);

  async function atHolder<Answer>(
    central: string,
    { method, args, isQuestion }: { readonly method: string; readonly args: unknown; readonly isQuestion: boolean },
    here: () => Promise<Answer>,
  ): Promise<Answer> {
    if (remote.isLocal(central)) return await here();
    const asked = { does: `is connected with ${central}`, reason: 'no_central', isQuestion } as const;
    const options = { timeoutMs: isQuestion ? LOOK_MS : CALL_MS };
    // The gateway that is asked answers what the port behind it does.
    return (await answered(asked, async () =>
      unpack(await remote.call(central, `backups.${method}`, args, options)),
    )) as Answer;
  }

  async function find(id: string): Promise<Kept | undefined> {
    const mine = (await own.list()).find((file) => file.id === id);
    if (mine !== undefined) return { file: mine, member: undefined };
    const lists = await Promise.allSettled((await archives.all()).map(archives.list));
    for (const list of lists) {
      const found = list.status === 'fulfilled' ? list.value.find(({ file }) => file.id === id) : undefined;
      if (found !== undefined) return found;
    }
    for (const list of lists) if (list.status === 'rejected') throw list.reason;
    return undefined;
  }

  async function where<Answer>(id: string, method: string, here: () => Promise<Answer>): Promise<Answer> {
    const member = (await find(id))?.member;
    if (member === undefined) return await here();
    // The gateway that is asked answers what the port behind it does.
    return (await archives.at(member, method, id)) as Answer;
  }

  return {
    async list() {
      const [mine, others] = await Promise.all([own.list(), archives.all()]);
      const theirs = (await Promise.all(others.map(archives.list))).flat().map(({ file }) => file);
      return [...mine, ...theirs].sort((a, b) => b.createdAt - a.createdAt);
    },
    storage: own.storage,
    start: (central) =>
      atHolder(central, { method: 'start', args: [central], isQuestion: false }, () => own.start(central)),
    status: (central) =>
      atHolder(central, { method: 'status', args: [central], isQuestion: true }, () => own.status(central)),
    async open(id, from = 0) {
      const kept = await find(id);
      if (kept?.member === undefined) return await own.open(id, from);
      const { file, member } = kept;
      const content = wholeOf(archives.read(member, id, from), file.bytes - from);
      return { filename: file.filename, bytes: file.bytes, content: ReadableStream.from(content) };
    },
    async store(upload) {
      const { central } = upload;
      const stored = await own.store(upload);
      if (remote.isLocal(central)) return stored;
      try {
        const args = [{ central, id: stored.id, filename: stored.filename, from: remote.id }];
        return await atHolder(central, { method: 'fetch', args, isQuestion: false }, async () => stored);
      } finally {
        // What could not be deleted is listed twice, which is not worth refusing what was kept.
        await own.remove(stored.id).catch(() => false);
      }
    },
    verify: (id) => where(id, 'verify', () => own.verify(id)),
    remove: (id) => where(id, 'remove', () => own.remove(id)),
    restore: (id) => where(id, 'restore', () => own.restore(id)),
  };
}

/** Answers what other gateways ask of the archives of this one, by the name of the call. */
export function answerBackups(
  own: Backups,
  remote: ArchivesRemote,
  mayAct: (central: string) => boolean,
): Readonly<Record<string, CallHandler>> {
  const archives = createArchives(remote);
  const answer =
    (make: (first: unknown, second: unknown) => unknown): CallHandler =>
    async (packed) => {
      const [first, second]: readonly unknown[] = Array.isArray(packed) ? packed.map((each) => unpack(each)) : [];
      return pack(await make(first, second));
    };
  const holding = (make: (central: string, of: object) => unknown): CallHandler =>
    answer((first) => {
      const central: unknown = typeof first === 'string' ? first : Reflect.get(Object(first), 'central');
      if (typeof central !== 'string' || !mayAct(central)) {
        throw new CallError('not_holder', 'this gateway is not connected with the CCU');
      }
      return make(central, Object(first));
    });
  return {
    'backups.start': holding((central) => own.start(central)),
    'backups.status': holding((central) => own.status(central)),
    'backups.fetch': holding((central, of) => {
      const text = (member: string) => String(Reflect.get(of, member));
      const member = { id: text('from'), name: text('from') };
      return own.store({ central, filename: text('filename'), content: archives.read(member, text('id'), 0) });
    }),
    'backups.list': answer(() => own.list()),
    'backups.read': answer((id, from) => pieceOf(own, String(id), Number.isSafeInteger(from) ? Number(from) : 0)),
    'backups.verify': answer((id) => own.verify(String(id))),
    'backups.remove': answer((id) => own.remove(String(id))),
    'backups.restore': answer((id) => own.restore(String(id))),
  };
}

/** Archives of other gateways. */
function createArchives(remote: MembersRemote) {
  const { all, ask } = createMembers(remote);
  return {
    all,
    async list(member: Member): Promise<readonly Kept[]> {
      // Every gateway answers with such a list.
      const files = (await ask(member, 'backups.list', [])) as readonly BackupFile[];
      return files.map((file) => ({ file, member }));
    },
    at: (member: Member, method: string, id: string) => ask(member, `backups.${method}`, [id], { timeoutMs: CALL_MS }),
    /** Piece by piece, each when it is wanted. */
    async *read(member: Member, id: string, from: number): AsyncGenerator<Uint8Array> {
      for (let at = from; ; ) {
        const piece = await ask(member, 'backups.read', [id, at], { timeoutMs: CALL_MS });
        if (!(piece instanceof Uint8Array) || piece.byteLength === 0) return;
        at += piece.byteLength;
        yield piece;
      }
    },
  };
}

/** One piece of an archive; empty behind its end. */
async function pieceOf(own: Backups, id: string, from: number): Promise<Uint8Array> {
  const { content } = await own.open(id, Math.max(0, from));
  const reader = content.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < PIECE_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.byteLength;
  }
  await reader.cancel();
  return Buffer.concat(parts).subarray(0, PIECE_BYTES);
}

/** Ends with an error where there was less than that: who reads must not take it for the whole. */
async function* wholeOf(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of content) {
    left -= piece.byteLength;
    yield piece;
  }
  if (left !== 0) throw new Error('an archive has changed while it was read');
}
