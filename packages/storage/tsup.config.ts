import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';

export default defineConfig(
  library([], {
    platform: 'node',
    entry: {
      index: 'src/index.ts',
      'stores/index': 'src/stores/index.ts',
      'testing/index': 'src/testing/index.ts',
      'checkpoint-worker': 'src/checkpoint/checkpoint-worker.js',
    },
    dts: {
      entry: {
        index: 'src/index.ts',
        'stores/index': 'src/stores/index.ts',
        'testing/index': 'src/testing/index.ts',
      },
    },
  }),
);
