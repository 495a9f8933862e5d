import type { Succession } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import { createReplacementBook } from './book.js';
import { type Replacement, stateOf, waitingSteps } from './replacement.js';

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

  it('exchanges identities once, however often the step is repeated', async () => {
    const { book, disk, shown } = opened();
    const begun = replacement('x', OLD, FRESH);
    await book.put(begun);
    disk.isWritable = false;
    await expect(book.succeed(begun, 4)).rejects.toThrow('disk full');
    expect([...shown], 'nothing is announced before it is stored').toEqual([]);
    disk.isWritable = true;
    const done = await book.succeed(begun, 5);
    expect(stateOf(done, 'identity')).toBe('done');
    expect(await book.succeed(begun, 6)).toEqual(done);
    const exchanged = { [FRESH]: { identity: OLD, replaced: [{ address: OLD, at: 5 }] }, [OLD]: { identity: FRESH } };
    expect(disk.document).toMatchObject({ replacements: [done], successions: exchanged });
    expect([...shown]).toEqual([
      [FRESH, OLD],
      [OLD, FRESH],
    ]);
  });

  it('keeps the exchange of a gateway that was stopped right after it', async () => {
    const first = opened();
    await first.book.succeed(replacement('x', OLD, FRESH), 4);
    const { book, disk } = opened(first.disk.document);
    await book.restore('home');
    expect(book.get('x')?.state).toBe('failed');
    const again = await book.succeed(replacement('x', OLD, FRESH), 9);
    expect(again.state, 'an attempt goes on as a running one').toBe('running');
    expect(disk.document?.successions).toEqual(first.disk.document?.successions);
  });

  it('exchanges identities back for the way back', async () => {
    const { book, shown } = opened();
    await book.succeed(replacement('x', OLD, FRESH), 4);
    await book.succeed(replacement('y', FRESH, OLD), 6);
    expect(Object.fromEntries(shown)).toEqual({ [OLD]: OLD, [FRESH]: FRESH });
  });

  it('lists a replacement as it was while the change of it is not stored', async () => {
    const { book, disk } = opened();
    await book.put(replacement('x', OLD, FRESH));
    disk.isWritable = false;
    await expect(book.put({ ...replacement('x', OLD, FRESH), state: 'done' })).rejects.toThrow('disk full');
    expect(book.get('x')?.state).toBe('running');
  });
});
