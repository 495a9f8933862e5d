import { defineConfig } from 'tsup';
import { builtIn, library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

// Its server brings a web framework and a client, of which nothing is used here.
export default defineConfig(library(['src/index.ts'], builtIn(manifest)));
