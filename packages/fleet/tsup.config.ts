import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';

export default defineConfig(
  library(
    [
      'src/index.ts',
      'src/cli/index.ts',
      'src/jetstream/index.ts',
      'src/nats/index.ts',
      'src/replica/index.ts',
      'src/testing/index.ts',
    ],
    {
      platform: 'node',
    },
  ),
);
