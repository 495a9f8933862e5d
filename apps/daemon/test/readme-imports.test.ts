import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './process.js';

/** Every example in JavaScript or TypeScript of a README or a page, with its place. */
const examples = ['.', 'docs', ...['packages', 'apps'].flatMap(foldersOf)].flatMap((folder) =>
  readdirSync(join(repository, folder))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const text = readFileSync(join(repository, folder, name), 'utf8');
      return [...text.matchAll(/```[jt]s\n([\s\S]*?)```/g)].map(([, code = '']) => ({
        file: join(folder, name),
        code,
      }));
    }),
);

function foldersOf(parent: string): readonly string[] {
  const folders = readdirSync(join(repository, parent)).map((name) => join(parent, name));
  return folders.filter((folder) => existsSync(join(repository, folder, 'README.md')));
}

const imports = examples.flatMap(({ file, code }) =>
  [...code.matchAll(/^import \{([^}]*)\} from '(@ccu-gateway\/[^']+)';$/gm)].map(([, names = '', from = '']) => ({
    file,
    from,
    names: names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => !name.startsWith('type ')),
  })),
);

describe('the examples of all documents', () => {
  it('import from packages of this workspace', () => {
    expect(new Set(imports.map(({ file }) => file)).size).toBeGreaterThan(12);
  });

  it.each(imports)('of $file import names that $from exports: $names', async ({ from, names }) => {
    const exported: object = await import(from);
    expect(Object.keys(exported)).toEqual(expect.arrayContaining(names));
  });
});
