import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';

export default defineConfig(
  library([
    'src/index.ts',
    'src/client/index.ts',
    'src/client/file.ts',
    'src/websocket/index.ts',
    'src/testing/index.ts',
  ]),
);
