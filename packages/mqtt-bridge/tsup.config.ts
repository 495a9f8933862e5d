import { defineConfig } from 'tsup';
import { builtIn, library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

// mqtt.js brings 36 packages, of which the bridge needs a part, ws among them.
export default defineConfig(library(['src/index.ts'], builtIn(manifest)));
