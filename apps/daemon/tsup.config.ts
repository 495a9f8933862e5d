import { defineConfig } from 'tsup';
import { zodOfContract } from '../../scripts/lib/lazy-schemas.mjs';
import { builtIn, library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

const options = builtIn(manifest);

// They bring many packages for other platforms and uses than this one, or few gateways ask for them.
export default defineConfig(
  library(['src/main.ts'], { ...options, esbuildPlugins: [...(options.esbuildPlugins ?? []), zodOfContract] }),
);
