import { randomUUID } from 'node:crypto';
import { CallError, type CallHandler } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { Backups } from '@ccu-gateway/gateway-core/use-cases';
import { type Archives, createArchives, type Kept, nextPiece, pieceOf, TRANSFER_MS, wholeOf } from './archives.js';
import { pack, unpack } from './carry.js';
import { answered, type MembersRemote } from './members.js';
import type { Remote } from './remote-ports.js';

/** The gateways of a fleet: any of them may keep archives. */
export type ArchivesRemote = MembersRemote & Pick<Remote, 'isLocal' | 'mayAct' | 'call'>;

/** Backups at every gateway of a fleet. */
export interface FleetBackups {
  readonly port: Backups;
  /** Answers calls of other gateways about the archives of this one, by the name of the call. */
  readonly handlers: Readonly<Record<string, CallHandler>>;
}

const LOOK_MS = 5_000;

/** Uploads to this gateway, until the gateway with the CCU has taken them. */
type Uploads = Map<string, AsyncIterator<Uint8Array>>;

/**
 * The same backups at every gateway of a fleet. The one with the CCU makes them and keeps them; each lists and hands
 * out those of all, and hands on uploads. While one that was there a moment ago does not answer, there is no list: it
 * would be taken for the whole.
 *
 * @example
 * const { port, handlers } = createFleetBackups(own, fleetPart.remote);
 */
export function createFleetBackups(own: Backups, remote: ArchivesRemote): FleetBackups {
  const uploads: Uploads = new Map();
  return { port: portOf(own, remote, uploads), handlers: handlersOf(own, remote, uploads) };
}

function portOf(own: Backups, remote: ArchivesRemote, uploads: Uploads): Backups {
  const archives = createArchives(remote);
  const { all, find } = lookUp(own, archives);

  async function atHolder<Answer>(
    central: string,
    { method, args, isQuestion }: { readonly method: string; readonly args: unknown; readonly isQuestion: boolean },
    here: () => Promise<Answer>,
  ): Promise<Answer> {
    if (remote.isLocal(central)) return await here();
    const asked = { does: `is connected with ${central}`, reason: 'no_central', isQuestion } as const;
    const options = { timeoutMs: isQuestion ? LOOK_MS : TRANSFER_MS };
    // The gateway that is asked returns the answer of the port behind it.
    return (await answered(asked, async () =>
      unpack(await remote.call(central, `backups.${method}`, args, options)),
    )) as Answer;
  }

  async function where<Answer>(
    id: string,
    { method, isChange }: { readonly method: string; readonly isChange: boolean },
    here: () => Promise<Answer>,
  ): Promise<Answer> {
    const member = (await find(id))?.member;
    if (member === undefined) return await here();
    // The gateway that is asked returns the answer of the port behind it.
    return (await archives.at(member, method, id, isChange)) as Answer;
  }

  return {
    list: async () => (await all()).map(({ file }) => file),
    async storage() {
      const { available } = await own.storage();
      if (!available) return { available, count: 0, bytes: 0 };
      const kept = await all();
      return { available, count: kept.length, bytes: kept.reduce((sum, { file }) => sum + file.bytes, 0) };
    },
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
      const { central, filename } = upload;
      const id = randomUUID();
      // It is read once, here or there.
      const reading = upload.content[Symbol.asyncIterator]();
      const content = { [Symbol.asyncIterator]: () => reading };
      const args = [{ central, filename, id, from: remote.id, name: remote.name }];
      uploads.set(id, reading);
      try {
        return await atHolder(central, { method: 'fetch', args, isQuestion: false }, () =>
          own.store({ ...upload, content }),
        );
      } finally {
        uploads.delete(id);
        // Not waited for: it may come after the next piece only, which may never come.
        void reading.return?.().catch(() => {});
      }
    },
    verify: (id) => where(id, { method: 'verify', isChange: false }, () => own.verify(id)),
    remove: (id) => where(id, { method: 'remove', isChange: true }, () => own.remove(id)),
    restore: (id) => where(id, { method: 'restore', isChange: true }, () => own.restore(id)),
  };
}

/** Archives of all gateways. */
function lookUp(own: Pick<Backups, 'list'>, archives: Archives) {
  /** Gateways may keep them in one directory that all of them have. */
  async function all(): Promise<readonly Kept[]> {
    const [mine, members] = await Promise.all([own.list(), archives.all()]);
    const theirs = (await Promise.all(members.map(archives.list))).flat();
    const byId = new Map<string, Kept>();
    for (const kept of [...mine.map((file) => ({ file, member: undefined })), ...theirs]) {
      if (!byId.has(kept.file.id)) byId.set(kept.file.id, kept);
    }
    return [...byId.values()].sort((a, b) => b.file.createdAt - a.file.createdAt);
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

  return { all, find };
}

function handlersOf(own: Backups, remote: ArchivesRemote, uploads: Uploads): Readonly<Record<string, CallHandler>> {
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
      if (typeof central !== 'string' || !remote.mayAct(central)) {
        throw new CallError('not_holder', 'this gateway is not connected with the CCU');
      }
      return make(central, Object(first));
    });
  return {
    'backups.start': holding((central) => own.start(central)),
    'backups.status': holding((central) => own.status(central)),
    'backups.fetch': holding((central, of) => {
      const text = (member: string) => String(Reflect.get(of, member));
      const content = archives.take({ id: text('from'), name: text('name') }, text('id'));
      return own.store({ central, filename: text('filename'), content });
    }),
    'backups.piece': answer(async (id) => {
      const upload = uploads.get(String(id));
      if (upload === undefined) throw new GatewayError('gone', 'The upload has ended', { reason: 'upload_ended' });
      return await nextPiece(upload);
    }),
    'backups.list': answer(() => own.list()),
    'backups.read': answer((id, from) => pieceOf(own, String(id), Number.isSafeInteger(from) ? Number(from) : 0)),
    'backups.verify': answer((id) => own.verify(String(id))),
    'backups.remove': answer((id) => own.remove(String(id))),
    'backups.restore': answer((id) => own.restore(String(id))),
  };
}
