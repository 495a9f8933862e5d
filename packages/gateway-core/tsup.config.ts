import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';

export default defineConfig(
  library(['src/index.ts', 'src/use-cases/index.ts', 'src/parts/index.ts', 'src/testing/index.ts'], {
    platform: 'node',
  }),
);
