import { defineConfig } from 'tsup';
import { builtInLicences } from '../../scripts/lib/built-in-licences.mjs';
import { englishZod, lazySchemas } from '../../scripts/lib/lazy-schemas.mjs';
import { withoutComments } from '../../scripts/lib/without-comments.mjs';
import { library } from '../../tsup.base.js';

// The declarations name zod, which therefore stays a dependency; the code of all packages takes the copy in here (ADR 250).
export default defineConfig(
  library(['src/index.ts', 'src/types/index.ts', 'src/zod/index.ts'], {
    noExternal: ['zod'],
    esbuildPlugins: [englishZod, withoutComments, lazySchemas, builtInLicences('dist/third-party.txt')],
  }),
);
