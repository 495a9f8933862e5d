import { describe, expect, it } from 'vitest';
import { misplaced } from './tarballs.mjs';

const NEEDED = ['package.json', 'README.md', 'LICENSE'];

describe('files of a tarball', () => {
  it('are the code, its description and its licence', () => {
    expect(misplaced({ name: 'a', files: [...NEEDED, 'dist/index.js', 'dist/index.d.ts', 'CHANGELOG.md'] })).toEqual(
      [],
    );
  });

  it.each(['src/index.ts', 'dist/index.js.map', 'dist/chain.test.js', 'tsconfig.json', 'dist/test/world.js', '.env'])(
    'are never %s',
    (file) => {
      expect(misplaced({ name: 'a', files: [...NEEDED, file] })).toEqual([
        `a: ${file} does not belong into the tarball`,
      ]);
    },
  );

  it('miss neither licence nor description', () => {
    expect(misplaced({ name: 'a', files: ['package.json', 'dist/index.js'] })).toEqual([
      'a: README.md is missing in the tarball',
      'a: LICENSE is missing in the tarball',
    ]);
  });
});
