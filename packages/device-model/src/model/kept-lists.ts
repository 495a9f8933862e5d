/** Most bytes of kept lists: those of some thousand devices. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Bytes of a kept list beside those of its pieces. */
const ENTRY_BYTES = 512;

/** A JSON text in pieces, as UTF-8 that must not be changed. */
type ListPieces = readonly Uint8Array[];

/** JSON texts of lists of devices, by name. Each is kept until anything changes, and no longer than the bound allows. */
export interface KeptLists {
  has(name: string): boolean;
  /**
   * The kept pieces, or those of `make`. They are kept after the last one, unless something changed since the first: a
   * long list is made in several turns.
   */
  pieces(name: string, make: () => Iterable<Uint8Array>): Generator<Uint8Array, void, void>;
  /** Drops all lists. */
  clear(): void;
  /** Bytes of all kept lists; at most the bound. */
  bytes(): number;
}

export function createKeptLists(mostBytes = MOST_BYTES): KeptLists {
  /** In the order in which they were made. */
  const lists = new Map<string, ListPieces>();
  let bytes = 0;
  /** Another number after each change. */
  let changes = 0;

  function drop(name: string): void {
    const pieces = lists.get(name);
    if (pieces === undefined) return;
    lists.delete(name);
    bytes -= sizeOf(pieces);
  }

  function keep(name: string, pieces: ListPieces): void {
    drop(name);
    const size = sizeOf(pieces);
    if (size > mostBytes) return;
    for (const oldest of lists.keys()) {
      if (bytes + size <= mostBytes) break;
      drop(oldest);
    }
    lists.set(name, pieces);
    bytes += size;
  }

  return {
    has: (name) => lists.has(name),
    *pieces(name, make) {
      const known = lists.get(name);
      if (known !== undefined) {
        yield* known;
        return;
      }
      const since = changes;
      const made: Uint8Array[] = [];
      for (const piece of make()) {
        made.push(piece);
        yield piece;
      }
      if (since === changes) keep(name, made);
    },
    clear() {
      changes += 1;
      lists.clear();
      bytes = 0;
    },
    bytes: () => bytes,
  };
}

const sizeOf = (pieces: ListPieces): number => pieces.reduce((sum, { byteLength }) => sum + byteLength, ENTRY_BYTES);
