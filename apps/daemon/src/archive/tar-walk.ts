import { isZeroBlock, readPax, readTarHeader, sizeOf, TAR_BLOCK, TarDamage, type TarMember } from './tar-header.js';

/** Takes the contents of a member. */
export interface MemberSink {
  write(bytes: Buffer): void | Promise<void>;
  end(): void | Promise<void>;
}

export interface TarWalkOptions {
  /** Judges a member by its header, before a byte of it comes; without a sink its contents are passed over. */
  member(member: TarMember): MemberSink | undefined;
  /** A header that states more is damage. */
  readonly maxMemberBytes: number;
}

/** How an archive ended. */
export interface TarEnd {
  /** Zero bytes after its end blocks that belong to it: archives are filled up to whole records. */
  readonly paddingBytes: number;
  /** Bytes after its end that are no part of it. */
  readonly trailingBytes: number;
}

/** Follows an archive as its bytes pass by. Nothing is held but one header, and nothing is waited for but the sinks. */
export interface TarWalk {
  /** Returns the bytes of the chunk that belong to the archive, up to its end blocks. @throws TarDamage */
  push(chunk: Uint8Array): Promise<Buffer>;
  /** After the last byte. @throws TarDamage where its end blocks did not come */
  finish(): TarEnd;
}

/** Long names and records that come before a member. */
const MAX_EXTENSION_BYTES = 64 * 1024;
const MAX_EXTENSIONS = 8;
/** Tapes had records of ten kilobytes; more zeros than these are padding of nothing. */
const MAX_PADDING_BYTES = 1024 * 1024;

type State =
  | { readonly at: 'header'; readonly held: Buffer }
  | { readonly at: 'extension'; readonly kind: string | undefined; readonly size: number; readonly held: Buffer }
  | { readonly at: 'contents'; readonly sink: MemberSink | undefined; readonly left: number; readonly fill: number }
  | { readonly at: 'fill'; readonly left: number }
  | { readonly at: 'last'; readonly held: Buffer }
  | { readonly at: 'over' };

type Change = { readonly name?: string | undefined; readonly size?: number | undefined };

const NEXT: State = { at: 'header', held: Buffer.alloc(0) };
const fillOf = (size: number) => (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;

/**
 * Walks over an archive as `tar` itself reads it: it is complete with its end blocks, and bytes after them are no part
 * of it. One end block is enough, as for `tar`.
 */
export function createTarWalk({ member, maxMemberBytes }: TarWalkOptions): TarWalk {
  let state: State = NEXT;
  const headers = createHeaders({ member, maxMemberBytes });
  const tail = createTail();

  /** Consumes input for the current state, and returns the number of its bytes. */
  async function step(rest: Buffer): Promise<number> {
    if (state.at === 'header' || state.at === 'last' || state.at === 'extension') {
      const wanted: number = state.at === 'extension' ? state.size : TAR_BLOCK;
      const taken = rest.subarray(0, wanted - state.held.length);
      const held = Buffer.concat([state.held, taken]);
      if (held.length < wanted) state = { ...state, held };
      else if (state.at === 'header') state = headers.header(held);
      else if (state.at === 'last') over(held);
      else {
        headers.extension(state.kind, held);
        state = { at: 'fill', left: fillOf(wanted) };
      }
      if (state.at === 'contents' && state.left === 0) await endOf(state.sink, state.fill);
      return taken.length;
    }
    if (state.at === 'contents') return contents(rest, state);
    if (state.at === 'fill') {
      const taken = Math.min(rest.length, state.left);
      state = state.left > taken ? { at: 'fill', left: state.left - taken } : NEXT;
      return taken;
    }
    tail.take(rest);
    return rest.length;
  }

  async function contents(rest: Buffer, { sink, left, fill }: State & { readonly at: 'contents' }): Promise<number> {
    const taken = rest.subarray(0, left);
    await sink?.write(taken);
    state = { at: 'contents', sink, left: left - taken.length, fill };
    if (taken.length === left) await endOf(sink, fill);
    return taken.length;
  }

  async function endOf(sink: MemberSink | undefined, fill: number): Promise<void> {
    await sink?.end();
    state = { at: 'fill', left: fill };
  }

  /** The block after the first end block: the second one, or bytes after an archive with only one. */
  function over(block: Buffer): void {
    state = { at: 'over' };
    tail.take(block);
  }

  return {
    async push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let at = 0;
      let kept = 0;
      while (at < bytes.length) {
        const wasOpen = state.at !== 'over' && state.at !== 'last';
        at += await step(bytes.subarray(at));
        if (wasOpen) kept = at;
      }
      return bytes.subarray(0, kept);
    },
    finish() {
      if (state.at === 'last') tail.take(state.held);
      else if (state.at !== 'over') throw new TarDamage('cut');
      return tail.end();
    },
  };
}

/** Reads headers, and the records that come before one and change it. */
function createHeaders({ member, maxMemberBytes }: TarWalkOptions) {
  let change: Change = {};
  let global: Change = {};
  let extensions = 0;
  return {
    header(block: Buffer): State {
      if (isZeroBlock(block)) return { at: 'last', held: Buffer.alloc(0) };
      const read = readTarHeader(block, maxMemberBytes);
      if (read.extends !== undefined) {
        extensions += 1;
        if (read.size > MAX_EXTENSION_BYTES || extensions > MAX_EXTENSIONS) throw new TarDamage('bounds');
        return read.size === 0 ? NEXT : { at: 'extension', kind: read.extends, size: read.size, held: Buffer.alloc(0) };
      }
      const { name = read.name, size: stated } = { ...global, ...change };
      const size = stated === undefined ? read.size : sizeOf(read.kind, stated, maxMemberBytes);
      change = {};
      extensions = 0;
      return { at: 'contents', sink: member({ name, size, kind: read.kind }), left: size, fill: fillOf(size) };
    },
    extension(kind: string | undefined, bytes: Buffer): void {
      if (kind === 'pax') change = { ...change, ...readPax(bytes) };
      if (kind === 'pax-global') global = { ...global, ...readPax(bytes) };
      if (kind === 'name') change = { ...change, name: bytes.toString('utf8').split('\0', 1)[0] ?? '' };
    },
  };
}

/** Counts the bytes after the first end block. */
function createTail() {
  let zeros = 0;
  let trailing = 0;
  return {
    take(bytes: Buffer): void {
      const other = trailing > 0 ? 0 : bytes.findIndex((byte) => byte !== 0);
      if (other === -1) zeros += bytes.length;
      else {
        zeros += other;
        trailing += bytes.length - other;
      }
    },
    end(): TarEnd {
      const padding = trailing > 0 ? zeros - (zeros % TAR_BLOCK) : zeros;
      const paddingBytes = padding > MAX_PADDING_BYTES ? Math.min(zeros, TAR_BLOCK) : padding;
      return { paddingBytes, trailingBytes: trailing + zeros - paddingBytes };
    },
  };
}
