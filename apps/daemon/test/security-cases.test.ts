import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './process.js';

const document = readFileSync(join(repository, 'docs/security-cases.md'), 'utf8');
const rows = [...document.matchAll(/^\| ([A-P]\d\d) \| .+ \| (.+) \|$/gm)].map(([, id = '', where = '']) => ({
  id,
  where,
}));
/** Numbers that the list skips. */
const UNUSED = ['D20'];

/** The package that the list names by its files and not by its name. */
const OWN = 'auth-core';

interface Tag {
  readonly id: string;
  readonly part: string;
  readonly file: string;
  /** Whether it stands at the end of a title, alone or before other ids. */
  readonly closing: boolean;
}

function tagsOf(folder: string, part: string): readonly Tag[] {
  return ['src', 'test']
    .map((below) => `${folder}/${part}/${below}`)
    .filter((below) => existsSync(join(repository, below)))
    .flatMap((below) => testFiles(below))
    .flatMap((file) =>
      [...readFileSync(join(repository, file), 'utf8').matchAll(/\[([A-P]\d\d)\](?=(.{0,2}))/g)].map(
        ([, id = '', next = '']) => ({ id, part, file, closing: /^(['"`]| \[)/.test(next) }),
      ),
    );
}

function testFiles(folder: string): readonly string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('security-cases.test.ts'))
    .map((name) => `${folder}/${name}`);
}

const parts = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(join(repository, folder)).map((part) => ({ folder, part })),
);
const tags = parts.flatMap(({ folder, part }) => tagsOf(folder, part));

/** The packages of a cell, without what is said about them in parentheses. */
function named(where: string): readonly string[] {
  const words = where
    .replace(/ \([^)]*\)/g, '')
    .split(', ')
    .filter((word) => word !== '–');
  return [...new Set(words.map((word) => (word.startsWith('`') ? OWN : word)))].toSorted();
}

describe('the list of security cases', () => {
  it('names for each case exactly the packages with tests for it, and each case has one', () => {
    expect(rows.length).toBe(new Set(rows.map(({ id }) => id)).size);
    for (const { id, where } of rows) {
      const holding = [...new Set(tags.filter((tag) => tag.id === id).map(({ part }) => part))].toSorted();
      expect([id, named(where)]).toEqual([id, holding]);
      expect([id, holding.length > 0]).toEqual([id, !UNUSED.includes(id)]);
    }
  });

  it('counts the cases', () => {
    expect(document).toContain(`There are ${rows.length - UNUSED.length} cases`);
  });

  it('has every id of a test, and tests have them at the end of their titles', () => {
    const known = new Set(rows.map(({ id }) => id));
    expect(tags.filter(({ id, closing }) => !known.has(id) || !closing)).toEqual([]);
  });
});
