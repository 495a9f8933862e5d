import { defineConfig } from 'tsup';
import { builtIn, library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

// They bring many packages for other platforms and uses than this one, or few gateways ask for them.
export default defineConfig(library(['src/main.ts'], builtIn(manifest)));
