import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const document = await readFile(join(folder, '../../docs/security-cases.md'), 'utf8');
const rows = [...document.matchAll(/^\| ([A-O]\d\d) \| (.+) \| (.+) \|$/gm)].map(([, id = '', , where = '']) => ({
  id,
  where,
}));

/** The ids in the test titles of each file of this package. */
async function taggedFiles(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const files = new Map<string, ReadonlySet<string>>();
  for (const part of ['src', 'test']) {
    for (const file of await readdir(join(folder, part), { recursive: true })) {
      if (!file.endsWith('.test.ts') || file === 'security-cases.test.ts') continue;
      const text = await readFile(join(folder, part, file), 'utf8');
      files.set(`${part}/${file}`, new Set([...text.matchAll(/\[([A-O]\d\d)\]/g)].map(([, id = '']) => id)));
    }
  }
  return files;
}

describe('the list of security cases', () => {
  it('has one line for every case', () => {
    const counts = {
      A: 20,
      B: 27,
      C: 22,
      D: 20,
      E: 21,
      F: 17,
      G: 24,
      H: 43,
      I: 16,
      J: 21,
      K: 29,
      L: 10,
      M: 9,
      N: 4,
      O: 6,
    };
    const expected = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(expected);
  });

  it('names for each case exactly the files of this package that hold it', async () => {
    const files = await taggedFiles();
    for (const { id, where } of rows) {
      const named = [...where.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, file]) => file).sort();
      const holding = [...files]
        .filter(([, ids]) => ids.has(id))
        .map(([file]) => file)
        .sort();
      expect([id, named]).toEqual([id, holding]);
    }
  });
});
