import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

describe('a source that a test imports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'test-modules-'));
  const importOf = (name) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href);

  beforeAll(() => {
    writeFileSync(
      join(folder, 'sum.ts'),
      [
        "import type { Missing } from './missing.js';",
        '',
        'export interface Pair extends Missing {',
        '  readonly one: number;',
        '}',
        '',
        'export class Sum {',
        '  constructor(private readonly pair: { one: number; two: number }) {}',
        '  get value(): number {',
        '    return this.pair.one + this.pair.two;',
        '  }',
        '}',
        '',
        'export function fail(): never {',
        "  throw new Error('wrong' satisfies string);",
        '}',
      ].join('\n'),
    );
    writeFileSync(join(folder, 'uses.ts'), "export { Sum } from './sum.js';\n");
    writeFileSync(join(folder, 'plain.js'), "export const kind = 'compiled';\n");
    writeFileSync(join(folder, 'user.ts'), "export { kind } from './plain.js';\n");
  });

  it('is found by the name of the module that the compiler would write, and runs without its types', async () => {
    const { Sum } = await importOf('uses.ts');
    expect(new Sum({ one: 1, two: 2 }).value).toBe(3);
  });

  it('may import a module in JavaScript', async () => {
    expect((await importOf('user.ts')).kind).toBe('compiled');
  });

  it('names its own lines in errors', async () => {
    const { stack } = await importOf('sum.ts')
      .then(({ fail }) => fail())
      .catch((error) => error);
    expect(stack).toContain(`${join(folder, 'sum.ts')}:15:`);
  });

  it('of this workspace is the source of a package, not its bundle', () => {
    expect(import.meta.resolve('@ccu-gateway/client')).toMatch(/packages\/client\/src\/index\.ts$/);
  });
});
