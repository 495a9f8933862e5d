import { defineConfig } from 'tsup';
import { lazySchemas, zodOfContract } from '../../scripts/lib/lazy-schemas.mjs';
import { library } from '../../tsup.base.js';

export default defineConfig(
  library(['src/index.ts'], { platform: 'node', esbuildPlugins: [zodOfContract, lazySchemas] }),
);
