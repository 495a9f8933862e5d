import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';

export default defineConfig(
  library(
    [
      'src/index.ts',
      'src/errors/index.ts',
      'src/interfaces/index.ts',
      'src/wire/index.ts',
      'src/compat/index.ts',
      'src/testing/index.ts',
    ],
    { platform: 'node' },
  ),
);
