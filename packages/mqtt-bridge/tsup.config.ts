import { defineConfig } from 'tsup';
import { builtIn, library } from '../../tsup.base.js';

// mqtt.js brings 36 packages, of which the bridge needs a part, ws among them.
export default defineConfig(library(['src/index.ts'], builtIn('mqtt', 'ws')));
