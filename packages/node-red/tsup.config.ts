import { defineConfig } from 'tsup';
import { withoutComments } from '../../scripts/lib/without-comments.mjs';
import { library } from '../../tsup.base.js';
import { nodeFiles } from './build/node-files.js';
import manifest from './package.json' with { type: 'json' };

// Node-RED 4 loads nodes by `require`, so that this is the one package in CommonJS.
export default defineConfig(
  library([], {
    entry: { 'ccu-gateway': 'src/index.ts' },
    format: ['cjs'],
    platform: 'node',
    dts: false,
    splitting: false,
    noExternal: manifest.builtIn,
    esbuildPlugins: [withoutComments, nodeFiles],
  }),
);
