import { defineConfig } from 'tsup';
import { silentDebug } from '../../scripts/lib/silent-debug.mjs';
import { builtIn, library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

// mqtt.js brings 36 packages, of which the bridge needs a part, ws among them.
const { esbuildPlugins = [], ...options } = builtIn(manifest);
export default defineConfig(
  library(['src/index.ts'], { ...options, esbuildPlugins: [...esbuildPlugins, silentDebug] }),
);
