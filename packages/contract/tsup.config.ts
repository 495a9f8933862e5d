import { defineConfig } from 'tsup';
import { builtInLicences } from '../../scripts/lib/built-in-licences.mjs';
import { englishZod, lazySchemas } from '../../scripts/lib/lazy-schemas.mjs';
import { withoutComments } from '../../scripts/lib/without-comments.mjs';
import { library } from '../../tsup.base.js';

// The code and the declarations of all packages take the copy of zod in here (ADR 250).
export default defineConfig(
  library(['src/index.ts', 'src/types/index.ts', 'src/zod/index.ts'], {
    noExternal: ['zod'],
    esbuildPlugins: [englishZod, withoutComments, lazySchemas, builtInLicences('dist/third-party.txt')],
  }),
);
