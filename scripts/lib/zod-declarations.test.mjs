import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';
import { withOwnZod, zodDeclarations } from './zod-declarations.mjs';

describe('published declarations', () => {
  it('of the contract name the declarations of zod that lie beside them', () => {
    const text = 'import type { z } from \'zod\';\ndeclare const made: import("zod").ZodType;\n';
    expect(withOwnZod('packages/contract/dist/schemas/records/energy.d.ts', text)).toBe(
      'import type { z } from \'../../zod/types/index.js\';\ndeclare const made: import("../../zod/types/index.js").ZodType;\n',
    );
    expect(withOwnZod('packages/contract/dist/zod/index.d.ts', "export { z } from 'zod';")).toBe(
      "export { z } from './types/index.js';",
    );
  });

  it('of other packages name the entry of the contract', () => {
    expect(withOwnZod('packages/server/dist/operation/twin.d.ts', "import { z } from 'zod';")).toBe(
      "import { z } from '@ccu-gateway/contract/zod';",
    );
    expect(withOwnZod('packages/server/dist/index.d.ts', "import { z } from 'zodiac';")).toContain("'zodiac'");
  });

  it('of zod import only each other', () => {
    const files = zodDeclarations();
    const paths = new Set(files.map(({ path }) => path));
    const imports = files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from |import\()["'](\.[^"']+)\.js["']/g)].map(([, to]) =>
        normalize(join(path, '..', `${to}.d.ts`)),
      ),
    );
    expect(imports.length).toBeGreaterThan(30);
    expect(imports.filter((path) => !paths.has(path))).toEqual([]);
    expect(files.some(({ text }) => /from ["'][^.]/.test(text))).toBe(false);
    expect(existsSync(join(root, 'packages/contract/node_modules/zod/LICENSE'))).toBe(true);
  });
});
