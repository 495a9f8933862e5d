import type { Succession } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import { createReplacementBook } from './book.js';
import { type Replacement, waitingSteps } from './replacement.js';

const CONTACT = ['0001D3C99C00A1', '0001D3C99C00A2', '0001D3C99C00A3', '0001D3C99C00A4'] as const;
const [OLD, FRESH, OTHER, NEXT] = CONTACT;

const replacement = (id: string, old: string, fresh: string): Replacement => ({
  ...{ id, central: 'home', interface: 'HmIP-RF', old_address: old, new_address: fresh, name: 'Door', model: 'HmIP' },
  ...{ by: 'anna', state: 'running', started_at: '2026-01-01T00:00:00.000Z', steps: waitingSteps() },
});

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

interface Stored {
  readonly replacements?: readonly Replacement[];
  readonly successions?: Readonly<Record<string, Succession>>;
}

/** A book on a storage that may refuse. */
function opened(first?: Stored) {
  const disk = { document: first as Stored | undefined, isReadable: true, isWritable: true, loads: 0 };
  const shown = new Map<string, string>();
  const book = createReplacementBook({
    documents: {
      async load() {
        disk.loads += 1;
        if (!disk.isReadable) throw new Error('busy');
        return structuredClone(disk.document);
      },
      async save(_, document) {
        if (!disk.isWritable) throw new Error('disk full');
        disk.document = structuredClone(document);
      },
    },
    house: {
      setSuccessions(_, successions) {
        shown.clear();
        for (const [address, { identity }] of successions) shown.set(address, identity);
        return [];
      },
    },
    publish: () => {},
    log: SILENT,
  });
  return { book, disk, shown };
}

describe('the book of replaced devices', () => {
  const KNOWN = { [FRESH]: { identity: OLD, replaced: [{ address: OLD, at: 1 }] } };

  it('keeps stored identities that could not be read at first', async () => {
    const { book, disk } = opened({ successions: KNOWN });
    disk.isReadable = false;
    await expect(book.restore('home')).rejects.toThrow('busy');
    disk.isReadable = true;
    await book.put(replacement('x', OTHER, NEXT));
    await book.succeed(replacement('x', OTHER, NEXT), 5);
    expect(disk.document?.successions).toMatchObject({ ...KNOWN, [NEXT]: { identity: OTHER } });
  });

  it('refuses to write where the stored document cannot be read, and leaves it as it is', async () => {
    const { book, disk } = opened({ successions: KNOWN });
    disk.isReadable = false;
    const refused = { code: 'service_unready', details: { reason: 'storage_unavailable' } };
    await expect(book.open('home')).rejects.toMatchObject(refused);
    await expect(book.put(replacement('x', OTHER, NEXT))).rejects.toMatchObject(refused);
    await expect(book.succeed(replacement('x', OTHER, NEXT), 5)).rejects.toMatchObject(refused);
    expect(disk.document).toEqual({ successions: KNOWN });
    expect(book.list()).toEqual([]);
  });

  it('reads the document once for all that wait for it', async () => {
    const { book, disk } = opened({ successions: KNOWN });
    await Promise.all([
      book.restore('home'),
      book.open('home'),
      book.put(replacement('x', OTHER, NEXT)),
      book.put(replacement('y', OTHER, NEXT)),
    ]);
    expect(disk.loads).toBe(1);
    expect(disk.document?.replacements?.map(({ id }) => id)).toEqual(['y', 'x']);
  });
});
