import { defineConfig } from 'tsup';
import { builtIn, library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

// The encryption of push messages is CommonJS in one file.
export default defineConfig(library(['src/index.ts', 'src/push/index.ts', 'src/settings/index.ts'], builtIn(manifest)));
