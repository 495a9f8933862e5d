import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';

export default defineConfig(
  library([], {
    entry: { 'node/index': 'src/node/index.ts' },
    platform: 'node',
    tsconfig: './tsconfig.node.json',
    clean: ['dist/node'],
  }),
);
